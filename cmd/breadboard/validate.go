package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/inspected"
	"breadboard/reports/table"
)

// validateCmd checks a kernel: one of the catalogue, or one from outside, as matrices, as a
// program or as observed moves.
type validateCmd struct {
	File   string `arg:"" optional:"" help:"Your kernel: a program (.py, .R or one that may be executed), or a .csv or .npy of its matrix or of its moves." placeholder:"FILE"`
	Matrix string `help:"A transition matrix, CSV or NPY, at one beta; or a folder of them, beta-0.5.csv and so on, for a whole annealing." placeholder:"PATH"`
	Exec   string `help:"A program that makes moves when asked over its pipes, in any language: see cmd/breadboard/clients. A test suite says -: the questions come on stdout, before the verdict, and the answers on stdin." placeholder:"COMMAND"`
	Rows   bool   `help:"Ask --exec for the rows of its kernel, and judge them exactly, as those of a --matrix FOLDER."`
	Moves  string `help:"A file of observed moves, CSV: columns from and to, cell numbers from 0. Or of chains, also .npy: a column of states, or x_1, x_2 and so on (or row, col), each followed by the next of its chain." placeholder:"FILE"`
	Draws  string `help:"A file of draws of any sampler, to be judged as draws of the target, one a row: CSV or .npy. Columns cell, or x_1, x_2 and so on (or row, col); and chain and draw, if there are." placeholder:"FILE"`
	cellFlags
	annealingFlags
	targetSeed
	Redraws   string   `help:"Also test it as a Gibbs sampler: the last thing that a step does is to redraw this axis, from 1, given the others; or, any, one axis picked at random." placeholder:"AXIS"`
	Beta      *float64 `help:"Validate at this beta alone; 1 is the target, and the default with one --matrix." placeholder:"BETA"`
	Levels    []string `short:"T" sep:"none" help:"The number of levels of the annealing (11)." placeholder:"N"`
	Tolerance float64  `help:"How far laws may be off besides rounding: 1e-5, say, for a matrix that was written with six digits." default:"0" placeholder:"EPS"`
	MostMoves int      `help:"How many moves to ask --exec for at most, at all betas together. It is asked until every law is decided: broken, or kept by as many moves as find --fault." default:"10000000" placeholder:"N"`
	diceSeed
	Time  time.Duration `help:"End after this time, such as 30s: --exec is asked for moves until the last fifth of it, or the last ten seconds, in which those that were made are judged. The verdict says what was left out (default no bound)." placeholder:"TIME"`
	Fault float64       `help:"The smallest fault, in total variation, that the moves of --exec and --moves should be enough to find." default:"0.1" placeholder:"SIZE"`
	timeoutFlag
	Full     bool   `help:"Print every law after the verdict, and how fast the chain is at each beta."`
	Pictures string `help:"Also draw heat maps and the spectrum into this directory, and one page with charts, validation.html." placeholder:"DIR"`
	outputFlags
}

// Run validates the kernel and prints the findings.
func (c *validateCmd) Run(w *world) error {
	if err := c.takeFile(w); err != nil {
		return err
	}
	sources := slices.DeleteFunc([]string{c.Matrix, c.Exec, c.Moves}, func(s string) bool { return s == "" })
	fromMoves := c.Exec != "" && !c.Rows || c.Moves != ""
	if c.Draws != "" {
		return c.judgeDraws(w)
	}
	if err := c.check(w, sources, fromMoves); err != nil {
		return err
	}
	judge := c.exactly
	if fromMoves {
		judge = c.samples
	}
	v, err := judge(w)
	if err == nil && c.Pictures != "" && w.ctx.Err() == nil {
		err = c.draw(w, v)
	}
	if err != nil {
		return err
	}
	switch c.format { // one object as JSON, the laws alone as CSV, and otherwise the verdict, or with --full all tables
	case table.JSON:
		var b bytes.Buffer
		if err = reports.WriteValidation(&b, v); err == nil {
			_, err = w.stdout.Write(b.Bytes())
		}
	case table.CSV:
		err = w.print(c.format, reports.LawsData(v))
	default:
		tables := []table.Table{reports.Verdict(v)}
		if c.Full {
			tables = reports.Validation(v)
		}
		err = w.print(c.format, tables...)
	}
	if err == nil && !v.OK() {
		err = errBroken
	}
	return cmp.Or(w.ctx.Err(), err) // after a signal what is printed is of the moves before
}

// check returns what is wrong with the flags, of which these name what the kernel is known from: one, or none if it is
// one of the catalogue.
func (c *validateCmd) check(w *world, sources []string, fromMoves bool) error {
	if c.Pictures != "" {
		if err := w.claim("--pictures", c.Pictures); err != nil {
			return err
		}
	}
	switch {
	case c.Beta != nil && !(*c.Beta >= 0 && *c.Beta <= 1):
		return badf("--beta %v; one between 0 and 1 would do", *c.Beta)
	case w.given("time") && !(c.Time > 0 && c.Exec != "" && !c.Rows):
		return badf("--time %v; a time above 0, such as 30s, with --exec, would do", c.Time)
	case w.given("tolerance") && fromMoves:
		return badf("--tolerance %v is of rows, and --exec and --moves have moves, whose errors are those of chance; "+
			"leave it out", c.Tolerance)
	case !(c.Tolerance >= 0 && c.Tolerance < 1):
		return badf("--tolerance %v; a small number from 0 would do", c.Tolerance)
	case len(sources) > 1:
		return badf("of --matrix, --exec and --moves more than one is given; one would do")
	case len(sources) == 1 && c.Kernel == "" && c.Repeat != 1:
		return badf("--repeat %d is of --kernel, which is not given; --kernel NAME, of which %s holds %d steps, or no "+
			"--repeat would do",
			c.Repeat, sources[0], c.Repeat)
	case len(sources) == 0 && c.Kernel == "":
		return badf("nothing to validate: FILE, --kernel NAME, --matrix PATH, --exec COMMAND, --moves FILE or " +
			"--draws FILE would do")
	}
	return nil
}

// draw writes the pictures and the page.
func (c *validateCmd) draw(w *world, v validation.Validation) error {
	files, err := inspected.Files(v, w.made())
	if err != nil {
		return err
	}
	return w.write(c.Pictures, files)
}

// exactly validates a kernel of the catalogue, a matrix at one beta, a folder of them at its own betas, or the rows
// that a program tells: at every beta of the annealing unless one is given.
func (c *validateCmd) exactly(w *world) (v validation.Validation, err error) {
	tell, finish := w.progress("validate")
	defer finish()
	const parts = 3 // of the work
	chain, T, err := c.findChain(w)
	if err != nil {
		return v, err
	}
	var s validation.Candidate
	beta := c.Beta
	if c.Matrix == "" && !c.Rows {
		s, err = validation.Of(w.ctx, chain, T)
		err = unfit(err)
		s.Name = chain.KernelLabel() + " on " + chain.TargetLabel()
	} else {
		var given validation.Matrices
		given, err = c.matrices(w, chain, T)
		if err == nil {
			s = validation.Given(chain, given)
		}
		if beta == nil && len(given.P) == 1 {
			beta = new(1.0)
		}
	}
	if err == nil {
		err = checkSize(s.Name, s.Grid.Size())
	}
	if err == nil {
		s.Redraws, err = c.redraws(s.Grid)
	}
	if err != nil {
		return v, err
	}
	if drawn := chain.Target.Model != nil && beta == nil; w.given("mc-seed") && !drawn {
		return v, badf("--mc-seed is given, and nothing is drawn; leave it out")
	}
	s.Slack = c.Tolerance
	if beta != nil {
		v, err = validation.At(w.ctx, s, *beta)
	} else {
		v, err = validation.Run(w.ctx, s, tell.Share(0, 1, parts))
	}
	if err == nil {
		err = v.Measure(w.ctx, tell.Share(1, 2, parts))
	}
	if ofCatalogue := c.Matrix == "" && !c.Rows; err == nil && ofCatalogue && beta == nil {
		err = c.fit(w.ctx, &v, chain, nil, tell.Share(2, 3, parts))
	}
	return v, err
}

// fit tests the kernel together with the model whose posterior the target is, if it is one. m makes the steps, if it is
// not nil.
func (c *validateCmd) fit(ctx context.Context, v *validation.Validation, chain experiments.Chain, m chains.Mover,
	tell experiments.Progress) error {
	if chain.Target.Model == nil {
		return nil
	}
	test := geweke.Of(chain, 10, 1000, c.MCSeed)
	test.Mover = m
	return v.Fit(ctx, tell, test)
}

// redraws reads --redraws.
func (c *validateCmd) redraws(g grid.Grid) (laws.Redraws, error) {
	axis, err := strconv.Atoi(c.Redraws)
	switch {
	case c.Redraws == "":
		return 0, nil
	case g.Size() > validation.MostCells:
		return 0, badf("--redraws %s on %s cells; up to %s, whose rows are looked at one by one, would do", c.Redraws,
			table.Thousands(g.Size()), table.Thousands(validation.MostCells))
	case c.Redraws == "any":
		return laws.AnyAxis, nil
	case err != nil || axis < 1 || axis > g.Axes():
		return 0, badf("--redraws %q is no axis of %v; from 1 to %d, or any, would do", c.Redraws, g, g.Axes())
	}
	return laws.Redraws(axis), nil
}

// checkSize returns bad input if there are too many cells for a matrix.
func checkSize(name string, cells int) error {
	if cells <= validation.MostCells {
		return nil
	}
	return badf("%s has %s cells; up to %s, whose matrices fit, would do, or the moves of --exec", name,
		table.Thousands(cells), table.Thousands(validation.MostCells))
}

// findChain returns the annealing that the flags name and its T.
func (c *validateCmd) findChain(w *world) (chain experiments.Chain, T int, err error) {
	if err := fileHint(c.Kernel); err != nil {
		return chain, 0, bad(err)
	}
	asked, wrong := levels(c.Levels)
	named := c.setting(c.Seed)
	space, err := named.Find()
	if err = errors.Join(err, wrong); err != nil {
		return chain, 0, bad(err)
	}
	if c.Matrix == "" && c.Exec == "" && c.Moves == "" { // the others are refused without asking
		if err := checkSize(c.Kernel+" on "+space.TargetName(), space.Grid.Size()); err != nil {
			return chain, 0, err
		}
	}
	const mostValidated = 20_000 // levels, because the findings of each are kept
	ts, err := space.Levels(asked, 11)
	switch {
	case err != nil:
		return chain, 0, bad(err)
	case len(ts) > 1:
		return chain, 0, badf("-T %s; one number of levels would do, and exact, sample and sweep take several",
			strings.Join(c.Levels, ","))
	case ts[0] > mostValidated:
		return chain, 0, badf("-T %d; a number of levels up to %d, each of which is written out, would do", ts[0],
			mostValidated)
	}
	chain, err = w.makeChain(space)
	return chain, ts[0], err
}

// samples validates a kernel that is known from samples alone: a program, or a record of moves.
func (c *validateCmd) samples(w *world) (v validation.Validation, err error) {
	chain, T, err := c.findChain(w)
	if err != nil {
		return v, err
	}
	if !(c.Fault > 0 && c.Fault <= 1) {
		return v, badf("--fault %v; a total variation above 0, up to 1, would do", c.Fault)
	}
	s, err := validation.Of(w.ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	s.Slack = c.Tolerance
	if s.Redraws, err = c.redraws(s.Grid); err != nil {
		return v, err
	}
	cells := s.Grid.Size()
	if c.Kernel != "" && cells > validation.MostCells {
		return v, badf("--kernel %s on %s cells; up to %s, whose rows are looked at one by one, would do, or no "+
			"--kernel, for the laws without it", c.Kernel, table.Thousands(cells),
			table.Thousands(validation.MostCells))
	}
	if c.Kernel != "" {
		s.Declared = s.Kernel
	}
	// A sound kernel is accused once in a thousand times by one look, and a fault of the size asked for is found nine
	// times in ten. A program moves so many chains up the betas at the most, and as many down.
	o := validation.Sampling{Budget: c.MostMoves, Chains: 10_000, Fault: c.Fault, Level: 0.001,
		Power: 0.9, Seed: c.MCSeed}
	if c.Moves == "" {
		s.Name = c.execName() + " on " + chain.TargetLabel()
		return c.askProgram(w, chain, s, o)
	}
	s.Name = fmt.Sprintf("%s on %s", c.Moves, chain.TargetLabel())
	seen := evidence.NewTally(s.Grid.Size())
	how, err := c.reading(w)
	if err != nil {
		return v, err
	}
	if err := outside.OpenMoves(c.Moves, how, s.Grid, seen.Add); err != nil {
		return v, bad(err)
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	judging, stop := w.judging(0)
	defer stop()
	return s.Count(judging, seen, beta, o), nil
}

// judgingShare is the part of --time in which the moves are judged, and mostJudging the longest that is kept for it: on
// hundreds of cells all tests and causes take some seconds.
const (
	judgingShare = 5
	mostJudging  = 10 * time.Second
)

// keptForJudging is the part of a time in which no moves are asked for.
func keptForJudging(time time.Duration) time.Duration { return min(time/judgingShare, mostJudging) }

// afterSignal is how long moves are judged after Ctrl-C. Whoever presses it waits.
const afterSignal = 2 * time.Second

// judging returns a context for tests and for the search for causes. It ends after this time, if that is above 0, and
// some time after a signal. The program is not ended before (see patience).
func (w *world) judging(bound time.Duration) (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.WithoutCancel(w.ctx))
	if bound > 0 {
		w.clock.After(bound, stop)
	}
	context.AfterFunc(w.ctx, func() { w.clock.After(afterSignal, stop) })
	w.patient(afterSignal + printing)
	return ctx, stop
}

// printing is how long it may take after that until the verdict is printed: the end of one test, and the pages.
const printing = 5 * time.Second

// askProgram starts the program and asks it for moves. After a signal, or when the time is over, it judges those that
// were made.
func (c *validateCmd) askProgram(w *world, chain experiments.Chain, s validation.Candidate,
	o validation.Sampling) (v validation.Validation, err error) {
	var betas []float64
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	}
	defer func() { err = programFault(err) }()
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, s.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	judging, stop := w.judging(c.Time)
	defer stop()
	shown := &shownMoves{Mover: m, w: w, asksAll: c.Exec == client.Caller, enough: s.Plan(o, betas), budget: o.Budget,
		betas: len(betas), clear: w.meter.Clear}
	if betas == nil {
		shown.betas = s.T()
	}
	if c.Time > 0 {
		shown.ends = w.clock.Now().Add(c.Time - keptForJudging(c.Time))
	}
	defer func() { shown.clear() }()
	v, err = s.Sample(judging, shown, betas, o)
	if err == nil && c.Time == 0 && betas == nil && w.ctx.Err() == nil {
		err = c.fit(w.ctx, &v, chain, m, nil)
	}
	if errors.Is(err, validation.ErrNoMore) {
		err = badf("--time %v, in which too few moves were made to judge; more would do", c.Time)
	}
	return v, err
}
