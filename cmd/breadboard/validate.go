package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/inspected"
	"breadboard/reports/table"
)

// validateCmd checks a kernel: one of the catalogue, or one from outside, as matrices, as a
// program or as observed moves.
type validateCmd struct {
	Matrix string `help:"A transition matrix, CSV or NPY, at one beta; or a folder of them, beta-0.5.csv and so on, for a whole annealing." placeholder:"PATH" complete:"file"`
	Exec   string `help:"A program that makes moves when asked over its pipes, in any language: see cmd/breadboard/clients." placeholder:"COMMAND"`
	Moves  string `help:"A file of observed moves, CSV or Parquet: columns from and to, cell numbers from 0. Or of chains, also .npy: a column of states, each followed by the next of its chain." placeholder:"FILE" complete:"file"`
	annealingFlags
	targetSeed
	Beta      *float64 `help:"Validate at this beta alone; 1 is the target, and the default with one --matrix." placeholder:"BETA"`
	Levels    []string `short:"T" sep:"none" help:"The number of levels of the annealing (11)." placeholder:"N"`
	Tolerance float64  `help:"How far laws may be off besides rounding: 1e-5, say, for a matrix that was written with six digits." default:"0" placeholder:"EPS"`
	Budget    int      `help:"How many moves to ask --exec for at most, at all betas together. It is asked until every law is decided: broken, or kept by as many moves as find --fault." default:"10000000" placeholder:"N"`
	diceSeed
	Fault float64 `help:"The smallest fault, in total variation, that the moves of --exec and --moves should be enough to find." default:"0.1" placeholder:"SIZE"`
	timeoutFlag
	Pictures string `help:"Also draw heat maps and the spectrum into this directory, and one page with charts, validation.html." placeholder:"DIR" complete:"file"`
	forceFlags
	sizeFlags
	outputFlags
}

// Run validates the kernel and prints the findings.
func (c *validateCmd) Run(w *world) error {
	if c.Pictures != "" {
		names := inspected.Names(c.Exec != "" || c.Moves != "")
		if err := w.checkDir("--pictures", c.into(c.Pictures), names...); err != nil {
			return err
		}
	}
	v, err := c.validate(w)
	if err != nil {
		return err
	}
	if err := c.draw(w, v); err != nil {
		return err
	}
	switch c.format { // one object as JSON, the laws alone as CSV, and otherwise all tables
	case table.JSON:
		var b bytes.Buffer
		if err = reports.WriteValidation(&b, v); err == nil {
			_, err = w.stdout.Write(b.Bytes())
		}
	case table.CSV:
		err = w.print(c.format, reports.LawsData(v))
	default:
		err = w.print(c.format, reports.Validation(v)...)
	}
	if err == nil && !v.OK() {
		err = errBroken
	}
	return err
}

func (c *validateCmd) validate(w *world) (v validation.Validation, err error) {
	if c.Beta != nil && !(*c.Beta >= 0 && *c.Beta <= 1) {
		return v, badf("--beta %v; one between 0 and 1 would do", *c.Beta)
	}
	if !(c.Tolerance >= 0 && c.Tolerance < 1) {
		return v, badf("--tolerance %v; a small number from 0 would do", c.Tolerance)
	}
	sources := slices.DeleteFunc([]string{c.Matrix, c.Exec, c.Moves}, func(s string) bool { return s == "" })
	switch {
	case len(sources) > 1:
		return v, badf("of --matrix, --exec and --moves more than one is given; one would do")
	case c.Exec != "" || c.Moves != "":
		return c.samples(w)
	case c.Matrix == "" && c.Kernel == "":
		return v, badf("nothing to validate: --kernel NAME, --matrix PATH, --exec COMMAND or --moves FILE " +
			"would do")
	}
	return c.exactly(w)
}

// exactly validates a kernel of the catalogue, a matrix at one beta, or a folder of them at its own betas: at every beta
// of the annealing unless one is given. It adds the catalogue for comparison.
func (c *validateCmd) exactly(w *world) (v validation.Validation, err error) {
	tell, finish := w.progress("validate")
	defer finish()
	chain, T, err := c.chain(w, 11)
	if err != nil {
		return v, err
	}
	var s validation.Candidate
	beta := c.Beta
	if c.Matrix == "" {
		s, err = validation.Of(w.ctx, chain, T)
		err = unfit(err)
		s.Name = c.Kernel + " on " + chain.TargetLabel()
	} else if err = c.sameSpace(chain); err == nil {
		var given validation.Matrices
		given, err = c.readMatrices(chain.Target.Grid.Size())
		if err == nil {
			s = validation.Given(chain, given)
		}
		if err = bad(err); beta == nil && len(given.P) == 1 {
			beta = new(1.0)
		}
	}
	if err == nil {
		err = c.checkSize(s.Name, s.Grid.Size(), beta)
	}
	if err != nil {
		return v, err
	}
	s.Slack = c.Tolerance
	if beta != nil {
		v, err = validation.At(w.ctx, s, *beta)
	} else {
		v, err = validation.Run(w.ctx, s, tell)
	}
	if err == nil {
		err = v.Measure(w.ctx, tell)
	}
	if err == nil {
		err = v.Compare(w.ctx, tell)
	}
	return v, err
}

// checkSize returns bad input if there are too many cells for the request: a whole annealing
// needs the matrices written out, and a picture shows single cells.
func (c *validateCmd) checkSize(name string, cells int, beta *float64) error {
	switch {
	case cells <= validation.MostCells:
		return nil
	case beta == nil:
		return badf("%s has %d cells; up to %d, whose matrices fit, would do for an annealing, "+
			"and --beta, as --beta 1, for more", name, cells, validation.MostCells)
	case c.Pictures != "":
		return tooFine(name, cells)
	}
	return nil
}

// mostValidated is the largest number of levels, because the findings of each are kept.
const mostValidated = 20_000

// chain returns the annealing that the flags name and its T: the flag -T, or otherwise.
func (c *validateCmd) chain(w *world, otherwise int) (experiments.Chain, int, error) {
	asked, wrong := levels(c.Levels)
	space, err := c.setting(c.Seed).Space()
	if err = errors.Join(err, wrong); err != nil {
		return experiments.Chain{}, 0, bad(err)
	}
	if c.Matrix == "" && c.Exec == "" && c.Moves == "" { // the others are refused without asking
		if err := c.checkSize(c.Kernel+" on "+space.TargetName(), int(space.States), c.Beta); err != nil {
			return experiments.Chain{}, 0, err
		}
	}
	chain, err := w.makeChain(space, c.bytes, nil, c.Yes)
	if err != nil {
		return chain, 0, err
	}
	ts, err := chain.Levels(asked, otherwise)
	if err == nil && len(ts) > 1 {
		err = fmt.Errorf("-T %s; one number of levels would do, and exact, sample, certify and sweep take several",
			strings.Join(c.Levels, ","))
	}
	if err == nil && ts[0] > mostValidated {
		err = fmt.Errorf("-T %d; a number of levels up to %d, each of which is written out, would do", ts[0],
			mostValidated)
	}
	if err != nil {
		return chain, 0, bad(err)
	}
	return chain, ts[0], nil
}

// sameSpace returns bad input if the declared kernel runs on more cells than the target has, as lifted does.
func (c *validateCmd) sameSpace(chain experiments.Chain) error {
	if c.Kernel != "" && chain.Extended() {
		return badf("--kernel %s moves in a larger space than the target's cells; "+
			"a kernel of the cells, or none, would do", c.Kernel)
	}
	return nil
}

// draw writes the page and the pictures. The page opens the annealing of a kernel of the catalogue in the explorer, if
// that shows it.
func (c *validateCmd) draw(w *world, v validation.Validation) error {
	if c.Pictures == "" {
		return nil
	}
	made := inspected.Made{Command: w.spelled(), Version: version()}
	if c.Matrix == "" && c.Exec == "" && c.Moves == "" {
		if q, ok := explore.QuestionOfNames(c.setting(v.Candidate.Seed), v.Candidate.T()); ok {
			made.Question = &q
		}
	}
	files, err := inspected.Files(v, made)
	if err != nil {
		return err
	}
	return w.write(c.into(c.Pictures), files)
}

// bytes is the memory of a validation. All matrices of a folder are in it together.
func (c *validateCmd) bytes(s experiments.Space, T int) float64 {
	matrices, entries := outside.SizeOfFolder(c.Matrix)
	return validation.Bytes(s, T) + 8*float64(matrices)*entries
}

// readMatrices reads the file or folder of --matrix. A folder always has two matrices
// or more in P, counting the missing one of beta = 0; a file has one.
func (c *validateCmd) readMatrices(cells int) (validation.Matrices, error) {
	given := validation.Matrices{Path: c.Matrix, Declared: c.Kernel != ""}
	levelsGiven := len(c.Levels) > 0 || c.Schedule != "linear"
	info, err := os.Stat(c.Matrix)
	switch {
	case err != nil:
		return given, fmt.Errorf("--matrix %s: %w; a CSV or NPY file, or a folder of them, would do",
			c.Matrix, text.Pathless(err))
	case info.IsDir() && (c.Beta != nil || levelsGiven):
		return given, fmt.Errorf("--matrix %s is a folder, which has its own betas; leave --beta, -T and "+
			"--schedule out", c.Matrix)
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, cells)
		given.Schedule, given.P = f.Schedule, f.P
		return given, err
	case levelsGiven:
		return given, fmt.Errorf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix)
	}
	p, err := outside.OpenMatrix(c.Matrix, cells)
	given.Schedule, given.P = chains.Linear(2), [][]float64{p}
	return given, err
}
