package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/reports"
)

// validateCmd says what is right and wrong with a kernel: one of the catalogue, or
// one that comes from outside.
type validateCmd struct {
	Kernel         string        `help:"A kernel of the catalogue, or the one that --matrix, --exec or --moves is said to be: ${kernels}." placeholder:"NAME" complete:"kernel"`
	Matrix         string        `help:"A transition matrix, CSV or NPY, at one beta; or a folder of them, beta-0.5.csv and so on, for a whole annealing." placeholder:"PATH" complete:"file"`
	Exec           string        `help:"A program that makes moves when asked over its pipes, in any language: see cmd/breadboard/clients." placeholder:"COMMAND"`
	Moves          string        `help:"A file of observed moves, CSV or Parquet: columns from and to, cell numbers from 0." placeholder:"FILE" complete:"file"`
	Toy            string        `help:"A target by name: ${toys}." placeholder:"NAME" complete:"toy"`
	Target         string        `help:"A target from a file: CSV of log f, one grid row a line, -inf for a wall." placeholder:"FILE.csv" complete:"file"`
	Seed           *uint64       `aliases:"toy-seed" help:"The seed of a random toy; each has its own default." placeholder:"N"`
	Beta           *float64      `help:"Validate at this beta alone; 1 is the target, and the default with one --matrix." placeholder:"BETA"`
	Levels         []string      `short:"T" sep:"none" help:"The number of levels of the annealing (11)." placeholder:"N"`
	Schedule       string        `help:"The betas: ${schedules}." default:"linear" placeholder:"SPEC" complete:"schedule"`
	Bridge         string        `help:"From the initial density to the target: ${bridges}." default:"geometric" placeholder:"NAME" complete:"bridge"`
	Initial        string        `help:"The initial density: ${initials}; a file is like a target's." default:"uniform" placeholder:"SPEC" complete:"initial"`
	SkipLastKernel bool          `help:"Leave out the last kernel: it changes J and not B."`
	Tolerance      float64       `help:"How far laws may be off besides rounding, as where a matrix was written with six digits: 1e-5." default:"0" placeholder:"EPS"`
	Draws          int           `help:"How many moves to ask --exec for at each beta." default:"100000" placeholder:"N"`
	DrawSeed       uint64        `help:"The seed of the states that --exec is asked about, and of its own random numbers." default:"1" placeholder:"N"`
	Fault          float64       `help:"The fault, in total variation, that --exec and --moves should have data enough to find." default:"0.1" placeholder:"SIZE"`
	Timeout        time.Duration `help:"How long --exec may take over a line." default:"30s" placeholder:"TIME"`
	Pictures       string        `help:"Also draw heat maps and the spectrum into this directory." placeholder:"DIR" complete:"file"`
	consentFlags
	outputFlags
}

// Help is what --help says besides.
func (validateCmd) Help() string {
	return `A verdict in one line, then every law with how far it is off and where, how fast the chain is at each beta, and the catalogue beside it. The exit code is 0 where every law is kept, 1 where one is broken, 2 for bad input. --format json is one object, csv the laws.

` + clientHelp
}

// errBroken is that a law is: everything has been printed, and the exit code tells.
var errBroken = errors.New("a law is broken")

// Run runs it.
func (c *validateCmd) Run(w *world) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	if c.Pictures != "" {
		if err := checkDir("--pictures", c.Pictures); err != nil {
			return err
		}
	}
	tell, finish := w.progress("validate")
	v, err := c.validate(w, tell)
	finish()
	if err != nil {
		return err
	}
	if err := c.draw(v); err != nil {
		return err
	}
	if err := printValidation(w, v, format); err != nil {
		return err
	}
	if !v.OK() {
		return errBroken
	}
	return nil
}

func printValidation(w *world, v validation.Validation, format reports.Format) error {
	switch format {
	case reports.JSON:
		var b bytes.Buffer
		if err := reports.WriteValidation(&b, v); err != nil {
			return err
		}
		_, err := w.stdout.Write(b.Bytes())
		return err
	case reports.CSV:
		return w.print(format, reports.LawsData(v))
	}
	return w.print(format, reports.Validation(v)...)
}

// draw writes the pictures that were asked for.
func (c *validateCmd) draw(v validation.Validation) error {
	if c.Pictures == "" {
		return nil
	}
	files, err := reports.ValidationPictures(v)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := writeFile(c.Pictures, f.Name, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// validate reads what is to be validated and does it. What is wrong with the flags
// or the files is bad input.
func (c *validateCmd) validate(w *world, tell experiments.Progress) (v validation.Validation, err error) {
	ctx := w.ctx
	if c.Beta != nil && !(*c.Beta >= 0 && *c.Beta <= 1) {
		return v, bad(fmt.Errorf("--beta %v; one between 0 and 1 would do", *c.Beta))
	}
	if !(c.Tolerance >= 0 && c.Tolerance < 1) {
		return v, bad(fmt.Errorf("--tolerance %v; a small number from 0 would do", c.Tolerance))
	}
	from := 0
	for _, f := range []string{c.Matrix, c.Exec, c.Moves} {
		if f != "" {
			from++
		}
	}
	switch {
	case from > 1:
		return v, bad(errors.New("of --matrix, --exec and --moves more than one is given; one would do"))
	case c.Matrix != "":
		return c.matrices(w, tell)
	case from > 0:
		return c.samples(w, tell)
	case c.Kernel == "":
		return v, bad(errors.New("nothing to validate: --kernel NAME, --matrix PATH, --exec COMMAND or --moves FILE would do"))
	}
	chain, T, err := c.chain(w, 11)
	if err != nil {
		return v, err
	}
	s, err := validation.Of(ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	s.Name, s.Slack = c.Kernel+" on "+chain.Target.Name, c.Tolerance
	if v, err = c.run(ctx, s, c.Beta, tell); err != nil {
		return v, err
	}
	return v, v.Compare(ctx, tell)
}

// run validates at one beta, or at those of the annealing.
func (c *validateCmd) run(ctx context.Context, s validation.Candidate, beta *float64, tell experiments.Progress) (v validation.Validation, err error) {
	if err := c.apart(s.Name, s.Grid.Size(), beta); err != nil {
		return v, err
	}
	if beta != nil {
		v, err = validation.At(ctx, s, *beta)
	} else {
		v, err = validation.Run(ctx, s, tell)
	}
	if err != nil {
		return v, err
	}
	return v, v.Measure(ctx, tell)
}

// apart is bad input where what is asked for takes the matrices apart, or tells cells
// apart, of more than that can be done with.
func (c *validateCmd) apart(name string, cells int, beta *float64) error {
	switch {
	case cells <= validation.MostCells:
		return nil
	case beta == nil:
		return bad(fmt.Errorf("%s has %d cells; up to %d, whose matrices fit, would do for an annealing, and --beta, as --beta 1, for more", name, cells, validation.MostCells))
	case c.Pictures != "":
		return bad(fmt.Errorf("--pictures: %s has %d cells; up to %d can be told apart in a picture", name, cells, validation.MostCells))
	}
	return nil
}

// mostValidated is how many levels are: what is found at each is kept.
const mostValidated = 20_000

// chain is the annealing that the flags name, and its T.
func (c *validateCmd) chain(w *world, otherwise int) (experiments.Chain, int, error) {
	asked, wrong := levels(c.Levels)
	consent := func(s experiments.Space) error {
		if c.Matrix == "" && c.Exec == "" && c.Moves == "" { // a kernel; nobody is asked about what is refused
			if err := c.apart(c.Kernel+" on "+s.Name(), int(s.States), c.Beta); err != nil {
				return err
			}
		}
		return w.afford(s.Need(experiments.Validating), c.Yes)
	}
	chain, err := experiments.Setting{Toy: c.Toy, TargetFile: c.Target, Seed: c.Seed, Kernel: c.Kernel, Bridge: c.Bridge,
		Schedule: c.Schedule, Initial: c.Initial, SkipLast: c.SkipLastKernel, Consent: consent}.Chain()
	if err = errors.Join(err, wrong); err != nil {
		return chain, 0, bad(err)
	}
	ts, err := chain.Levels(asked, otherwise)
	if err == nil && len(ts) > 1 {
		err = fmt.Errorf("-T %s; one number of levels would do", strings.Join(c.Levels, ","))
	}
	if err == nil && ts[0] > mostValidated {
		err = fmt.Errorf("-T %d; a number of levels up to %d, each of which is written out, would do", ts[0], mostValidated)
	}
	if err != nil {
		return chain, 0, bad(err)
	}
	return chain, ts[0], nil
}

// matrices validates a matrix at one beta, or a folder of them.
func (c *validateCmd) matrices(w *world, tell experiments.Progress) (v validation.Validation, err error) {
	chain, _, err := c.chain(w, 2)
	if err != nil {
		return v, err
	}
	if err := c.sameSpace(chain); err != nil {
		return v, err
	}
	given := validation.Matrices{Path: c.Matrix, Declared: c.Kernel != ""}
	info, err := os.Stat(c.Matrix)
	switch {
	case err != nil:
		return v, bad(fmt.Errorf("--matrix %s: %w; a CSV or NPY file, or a folder of them, would do", c.Matrix, pathless(err)))
	case info.IsDir() && (c.Beta != nil || len(c.Levels) > 0 || c.Schedule != "linear"):
		return v, bad(fmt.Errorf("--matrix %s is a folder, which has its own betas; leave --beta, -T and --schedule out", c.Matrix))
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, chain.Target.Grid.Size())
		if err != nil {
			return v, bad(err)
		}
		given.Schedule, given.P = f.Schedule, f.P
	case len(c.Levels) > 0 || c.Schedule != "linear":
		return v, bad(fmt.Errorf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix))
	default:
		p, err := outside.OpenMatrix(c.Matrix, chain.Target.Grid.Size())
		if err != nil {
			return v, bad(err)
		}
		given.P = [][]float64{p}
		if c.Beta == nil {
			one := 1.0
			c.Beta = &one
		}
		given.Schedule = chains.Linear(2)
	}
	s := validation.Given(chain, given)
	s.Slack = c.Tolerance
	if v, err = c.run(w.ctx, s, c.Beta, tell); err != nil {
		return v, err
	}
	return v, v.Compare(w.ctx, tell)
}
