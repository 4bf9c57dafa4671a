package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/kernelpage"
	"breadboard/reports/table"
)

// Run validates the kernel and prints the findings. On GitHub a refusal has its place too.
func (c *validateCmd) Run(s *session) error {
	err := c.run(s)
	if c.format == gitHub && errors.As(err, new(badInput)) {
		refusal := table.Table{Title: "It cannot be judged", Notes: []string{err.Error()}}
		_, wrong := io.WriteString(s.stdout, annotate(refusal, true, false, c.kernelFile()))
		return cmp.Or(wrong, err)
	}
	return err
}

// run validates the kernel and prints the findings.
func (c *validateCmd) run(s *session) error {
	if err := c.takeFile(s); err != nil {
		return err
	}
	if given := cmp.Or(c.File, c.Matrix, c.Draws, c.Kernel); s.given("timeout") && c.Exec == "" && given != "" {
		return badf("--timeout is of a command, and %s is none; leave it out, or use --exec COMMAND", given)
	}
	if c.Draws != "" {
		return c.judgeDraws(s)
	}
	if err := c.check(s); err != nil {
		return err
	}
	v, err := c.judge(s)
	if err == nil && c.Pictures != "" && s.ctx.Err() == nil {
		err = c.draw(s, v)
	}
	if err != nil {
		return err
	}
	switch c.format { // one object as JSON, the laws alone as CSV, and otherwise the verdict, or with --full all tables
	case table.JSON:
		if c.Full {
			err = reports.WriteValidationWithRows(s.stdout, v)
		} else {
			err = reports.WriteValidation(s.stdout, v)
		}
	case table.CSV:
		err = s.print(c.format, reports.LawsData(v))
	case gitHub:
		isUnknown := v.Verdict().Status() == laws.NotEnough
		_, err = io.WriteString(s.stdout, annotate(reports.Verdict(v), !v.OK(), isUnknown, c.kernelFile()))
	default:
		tables := []table.Table{reports.Verdict(v)}
		if c.Full {
			tables = reports.Validation(v)
		}
		err = s.print(c.format, tables...)
	}
	if err == nil && !v.OK() {
		err = errBroken
	}
	return cmp.Or(s.ctx.Err(), err) // after a signal the output is about the moves before it
}

// judge judges what was given: moves by tests, and all else exactly. A command is judged by moves if it tells no rows.
func (c *validateCmd) judge(s *session) (v validation.Validation, err error) {
	annealer, T, err := c.findAnnealer(s)
	if err == nil && c.Pictures != "" {
		err = s.claim("--pictures", c.Pictures)
	}
	if err != nil {
		return v, err
	}
	if c.moves != "" {
		return c.samples(s, annealer, T)
	}
	c.began = time.Now()
	if c.Time > 0 && c.Exec != client.Caller { // which answers before it reads on
		defer func(timeout time.Duration) { err = c.late(err, timeout) }(c.Timeout)
		c.Timeout = min(c.Timeout, c.Time)
	}
	v, err = c.exactly(s, annealer, T)
	if none := (outside.NotTold{}); errors.As(err, &none) {
		if c.Require == "exact" {
			return v, badf("--require exact, and %s would be judged by moves: %s; leave --require out to judge them",
				c.execName(), none.Why)
		}
		if s.given("tolerance") {
			return v, badf("--tolerance %v is of rows, and %s; leave it out", c.Tolerance, none.Why)
		}
		byWays := v
		v, err = c.samples(s, annealer, T)
		v.Calls += byWays.Calls
		if byWays.Candidate.Given != nil {
			v.ByWays = &byWays.Candidate
		}
		v.WhyMoves = none.Why
		v.Unsure = none.Unsure
	}
	return v, err
}

// late adds to a fault of a command that --time is over, if it is: a line has no more than that and this time.
func (c *validateCmd) late(err error, timeout time.Duration) error {
	if errors.As(err, new(*client.Fault)) && time.Since(c.began) >= c.Time {
		return badf("%w; --time %v is over, and a line may take no more than this and --timeout %v", err, c.Time, timeout)
	}
	return err
}

// draw writes the pictures and the page.
func (c *validateCmd) draw(s *session, v validation.Validation) error {
	files, err := kernelpage.Files(v, s.made(c.figureFlags))
	if err != nil {
		return err
	}
	return s.write(c.Pictures, files)
}

// exactly validates a kernel with known rows: of the catalogue, a matrix at one beta, a folder of matrices at its own
// betas, or the rows that a command tells. It does so at every beta of the annealing, unless one is given. The error is
// an outside.NotTold if a command tells none.
func (c *validateCmd) exactly(s *session, annealer experiments.Annealer, T int) (v validation.Validation, err error) {
	defer s.showProgress("validate")()
	tell := experiments.Progress(s.meter.Tell)
	const parts = 3 // of the work, after the ways
	var command *stepCommand
	if c.Exec != "" {
		command = s.stepCommand(c.Exec, c.followFlags, c.MCSeed)
		command.pace = c.Time / 20 // 0 is no pace
		command.draws = c.Draw
		command.update = c.update
		defer func() {
			v.Calls = command.calls()
			err = rowsFault(errors.Join(err, command.close()))
		}()
	}
	candidate, beta, err := c.candidate(s, command, annealer, T)
	if err != nil {
		return v, err
	}
	drawn := annealer.Target.Model != nil && beta == nil || command != nil
	if s.given("mc-seed") && !drawn {
		return v, badf("--mc-seed is given, and nothing is drawn; leave it out")
	}
	s.meter.Clear()
	check := func(candidate validation.Candidate) (validation.Validation, error) {
		if beta != nil {
			return validation.At(s.ctx, candidate, *beta)
		}
		return validation.Run(s.ctx, candidate, tell.Share(0, 1, parts))
	}
	v, err = c.checkRows(s, command, annealer, T, candidate, check)
	if err == nil && command != nil && beta == nil {
		leaveOut(&v)
	}
	if err == nil {
		err = v.Measure(s.ctx, tell.Share(1, 2, parts))
	}
	var m chains.Mover
	if err == nil && command != nil {
		m, err = c.compare(s, command, &v)
	}
	fits := c.Matrix == "" && c.Time == 0 && beta == nil && (command == nil || m != nil) && c.update == 0
	if err == nil && fits {
		err = c.fitModel(s.ctx, &v, annealer, m, tell.Share(2, 3, parts))
	}
	if err == nil && command != nil && c.update == 0 {
		v, err = c.judgeUpdates(s, command, annealer, T, v)
	}
	return v, badIfFault(annealer.NameSpan(err))
}

// candidate returns the kernel with its rows, and the beta that is judged alone: the one given, or 1 if there is a
// single matrix. It is nil if every beta of the annealing is judged. A command tells the rows if it is not nil.
func (c *validateCmd) candidate(s *session, command *stepCommand, annealer experiments.Annealer, T int) (
	candidate validation.Candidate, beta *float64, err error) {
	if c.Matrix == "" && command == nil {
		candidate, err = validation.FromAnnealer(s.ctx, annealer, T)
		candidate.Name = annealer.KernelLabel() + " on " + annealer.TargetLabel()
		candidate.Tolerance = c.Tolerance
		c.call(&candidate)
		return candidate, c.Beta, badIfFault(err)
	}
	var given validation.Matrices
	if command != nil {
		given, err = c.askRows(s, command, annealer, T)
	} else {
		given, err = c.readMatrices(annealer.Target.Grid.Size())
	}
	if err != nil {
		return candidate, nil, err
	}
	beta = c.Beta
	if beta == nil && len(given.P) == 1 {
		beta = new(1.0)
	}
	candidate = validation.FromMatrices(annealer, given)
	candidate.Tolerance = c.Tolerance
	c.call(&candidate)
	return candidate, beta, checkSize(candidate.Name, candidate.Grid.Size())
}

// checkSize returns bad input if there are too many cells for a matrix.
func checkSize(name string, cells int) error {
	if cells <= validation.MostCells {
		return nil
	}
	return badf("%s has %s cells; use up to %s, whose matrices fit, or the moves of --exec", name,
		table.Thousands(cells), table.Thousands(validation.MostCells))
}

// findAnnealer makes the annealer that the flags name, and returns it with its T.
func (c *validateCmd) findAnnealer(s *session) (annealer experiments.Annealer, T int, err error) {
	if err := fileHint(c.Kernel); err != nil {
		return annealer, 0, bad(err)
	}
	given, wrong := levels(c.Levels)
	named := c.setting(c.Seed)
	space, err := named.Find()
	if c.Matrix == "" && c.Exec == "" && c.moves == "" { // refused before it is made; others are checked later
		if err := checkSize(c.Kernel+" on "+space.TargetName(), space.Grid.Size()); err != nil {
			return annealer, 0, err
		}
	}
	if err = errors.Join(err, wrong); err != nil {
		return annealer, 0, bad(err)
	}
	const mostValidated = 20_000 // levels, because the findings of each are kept
	ts, err := space.Levels(given, 11)
	switch {
	case err != nil:
		return annealer, 0, bad(err)
	case len(ts) > 1:
		return annealer, 0, badf("-T %s; use one number of levels", strings.Join(c.Levels, ","))
	case ts[0] > mostValidated:
		return annealer, 0, badf("-T %d; use a number of levels up to %d", ts[0], mostValidated)
	}
	annealer, err = s.makeAnnealer(space)
	return annealer, ts[0], err
}

// readMatrices reads the file or the folder of --matrix. A file has one matrix in P. A folder has at least two,
// counting the missing one of beta = 0.
func (c *validateCmd) readMatrices(cells int) (validation.Matrices, error) {
	given := validation.Matrices{Path: c.Matrix, Declared: c.Kernel != ""}
	levelsGiven := len(c.Levels) > 0 || c.Schedule != "linear"
	info, err := os.Stat(c.Matrix)
	switch {
	case err != nil:
		return given, badf("--matrix %s: %w; use a CSV or NPY file, or a folder of them", c.Matrix, text.Pathless(err))
	case info.IsDir() && (c.Beta != nil || levelsGiven):
		return given, badf("--matrix %s is a folder, which has its own betas; leave --beta, -T and --schedule out",
			c.Matrix)
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, cells)
		given.Schedule, given.P = f.Schedule, f.P
		return given, bad(err)
	case levelsGiven:
		return given, badf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix)
	}
	p, err := outside.OpenMatrix(c.Matrix, cells)
	given.Schedule = chains.Linear(2)
	given.P = [][]float64{p}
	return given, bad(err)
}
