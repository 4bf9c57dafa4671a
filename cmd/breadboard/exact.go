package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	Exec string `help:"A command that has your step, or your program, called exec in --program: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	followFlags
	targetSeeds
	ByStep    bool   `help:"Also each step's share of B, and J and B of the annealing that stops there."`
	ByCell    bool   `help:"Also each cell's share of B."`
	Certify   bool   `help:"Also how many digits are right, proved in big floats; exit code 1 if fewer than nine are."`
	SaveBetas string `help:"Also write the betas: --schedule file:FILE reads them." placeholder:"FILE"`
	pictureFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(s *session) error {
	toys, noToys := lists.Words(experiments.FieldToy, one(c.Toy))
	files, noFiles := lists.Words(experiments.FieldTarget, one(c.Target))
	if err := errors.Join(noToys, noFiles); err != nil {
		return bad(err)
	}
	specs := separated(c.Program)
	others := c.programFlags
	kernel := c.Exec
	if slices.ContainsFunc(specs, isExec) {
		if c.Exec == "" {
			return bad(errNoCommand)
		}
		others.Program = slices.DeleteFunc(slices.Clone(specs), isExec)
		kernel = ""
	}
	o, err := c.request(s, toys, files, c.targetSeeds, others, kernel, usualLevels(specs)...)
	o.programs = specs
	if err == nil {
		err = errors.Join(c.checkMemory(o), c.checkBetas(s, o))
	}
	if err == nil && c.Pictures != "" {
		err = c.prepare(s, o)
	}
	if err != nil {
		return err
	}
	rows, err := c.measure(s, o)
	if err != nil {
		return err
	}
	note, notDrawn := c.draw(s, rows)
	tables := c.tables(rows, len(toys)+len(files) == 1, note)
	errs := []error{c.save(s, rows), notDrawn, c.print(s, tables)} // printing last: head may end it
	for _, r := range rows {
		if r.Ways != nil && r.Ways.Broken() {
			return errors.Join(append(errs, errBroken)...)
		}
		if !r.HasPromised() {
			return errors.Join(append(errs, errors.New("a result has fewer than nine right digits"))...)
		}
	}
	return errors.Join(errs...)
}

// checkMemory returns bad input if all that the flags ask for is too large.
func (c *exactCmd) checkMemory(o request) error {
	printed, rows := 0.0, float64(len(o.ts)*(1+len(o.others))*max(1, len(o.programs)))
	var noTable, noProof error
	if c.ByStep {
		printed = experiments.StepBytes
	}
	if c.ByCell {
		noTable = o.CheckCells("a table of cells", experiments.RowBytes*rows)
	}
	if c.Certify {
		noProof = o.CheckProof()
	}
	return errors.Join(o.checkResults(c.Pictures != "", printed), bad(errors.Join(noTable, noProof)))
}

// print prints all tables for people. Software (CSV and JSON) gets only the last one, which the flags ask for.
func (c *exactCmd) print(s *session, tables []table.Table) error {
	if c.format.ForSoftware() {
		tables = tables[len(tables)-1:]
	}
	return s.print(c.format, tables...)
}

// measure measures the annealing or the programs. A command that tells rows is one for all targets, and a command that
// is a program has a process for each.
func (c *exactCmd) measure(s *session, o request) (rows []experiments.Measurement, err error) {
	defer func() { err = rowsFault(err) }()
	var command *stepCommand
	if c.Exec != "" && !slices.ContainsFunc(o.programs, isExec) {
		command = s.stepCommand(c.Exec, c.followFlags, 1)
		defer func() { err = errors.Join(err, command.close()) }()
	}
	ask := experiments.Ask{Programs: o.programs, ByLevel: c.ByStep, ByCell: c.ByCell && o.programs == nil,
		Drawn: c.Pictures != "", Proofs: c.Certify}
	return runAll(s, "exact", o, func(ctx context.Context, annealer experiments.Annealer,
		tell experiments.Progress) (rows []experiments.Measurement, err error) {
		switch {
		case command != nil:
			annealer = annealer.WithRows(command)
		case c.Exec != "":
			var stop func() error
			if annealer, stop, err = s.withProgram(annealer, c.Exec, c.followFlags, 1); err != nil {
				return nil, err
			}
			defer func() { err = errors.Join(err, stop()) }()
		}
		return annealer.Measure(ctx, o.ts, ask, tell)
	})
}

// isExec reports whether a spec names the command of --exec.
func isExec(spec string) bool { return spec == experiments.ExecProgram }

// tables returns the tables of what was measured, and a note that there are pictures unless it is empty. The table of
// weights is for people, on a single target.
func (c *exactCmd) tables(rows []experiments.Measurement, isOneTarget bool, note string) (all []table.Table) {
	if rows[0].Program != "" {
		all = append(all, reports.Accounts(rows, c.format))
	} else {
		all = append(all, reports.Exactly(rows, c.format))
		if ofWeights := reports.Weights(rows); isOneTarget && len(ofWeights.Rows) > 0 && !c.format.ForSoftware() {
			all = append(all, ofWeights)
		}
	}
	if c.ByStep {
		all = append(all, reports.Steps(rows, c.format)...)
	}
	if note != "" {
		last := &all[len(all)-1]
		last.Notes = append(last.Notes, note)
	}
	if c.ByCell {
		all = append(all, reports.Cells(rows, c.format))
	}
	if c.Certify {
		all = append(all, reports.Certificates(rows, c.format))
	}
	return all
}

// save writes the betas, if a flag asks for them.
func (c *exactCmd) save(s *session, rows []experiments.Measurement) error {
	if c.SaveBetas == "" {
		return nil
	}
	return s.writeFile(c.SaveBetas, func(out io.Writer) error { return reports.WriteBetas(out, rows[0]) })
}

// usualLevels returns the numbers of levels without -T. It is one number if no program uses the levels between the
// ends.
func usualLevels(specs []string) []int {
	levels := []int{10, 100, 1000}
	byLevels := func(spec string) bool { return !programs.EntryOf(spec).Ends && !isExec(spec) }
	if len(specs) > 0 && !slices.ContainsFunc(specs, byLevels) {
		return levels[:1]
	}
	return levels
}

// checkBetas returns bad input if --save-betas cannot work, before any work.
func (c *exactCmd) checkBetas(s *session, o request) error {
	if c.SaveBetas == "" {
		return nil
	}
	if len(o.ts) > 1 {
		return badf("--save-betas %s with %d numbers of levels; use one, as in -T %d", c.SaveBetas, len(o.ts), o.ts[0])
	}
	if err := o.checkSingle("--save-betas"); err != nil {
		return err
	}
	return s.checkFile("--save-betas", c.SaveBetas, reports.BetasBegin)
}
