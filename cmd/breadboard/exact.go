package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/certified"
	"breadboard/experiments/portrait"
	"breadboard/experiments/weights"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	Exec string `help:"A command that has your step, or your program, called exec in --program: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	timeoutFlag
	targetSeeds
	ByStep    bool   `help:"Also each step's share of B, and J and B of the annealing that stops there."`
	ByCell    bool   `help:"Also each cell's share of B."`
	Certify   bool   `help:"Also how many digits are right, proved in big floats; exit code 1 if fewer than nine are."`
	SaveBetas string `help:"Also write the betas: --schedule file:FILE reads them." placeholder:"FILE"`
	pictureFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	targets, err := c.listTargets()
	if err != nil {
		return err
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
	o, err := c.order(w, targets, c.targetSeeds, others, kernel, usualLevels(specs)...)
	o.programs = specs
	if err == nil {
		err = errors.Join(c.checkMemory(o), c.checkBetas(w, o))
	}
	if err == nil && c.Pictures != "" {
		err = c.prepare(w, o)
	}
	if err != nil {
		return err
	}
	if o.programs != nil {
		rows, err := c.accounts(w, o, o.programs)
		if err != nil {
			return err
		}
		tables := []table.Table{reports.Accounts(rows, c.format)}
		if c.ByCell {
			tables = append(tables, reports.Cells(rows, c.format))
		}
		if err := c.print(w, tables); err != nil {
			return err
		}
		if slices.ContainsFunc(rows, func(r weights.ProgramResult) bool { return r.Ways != nil && r.Ways.Broken() }) {
			return errBroken
		}
		return nil
	}
	rows, note, err := c.computeRows(w, o)
	if err != nil {
		return err
	}
	notSaved := c.save(w, rows)
	tables := c.annealingTables(rows, len(targets) == 1)
	if note != "" {
		last := &tables[len(tables)-1]
		last.Notes = append(last.Notes, note)
	}
	if c.ByCell {
		cells, err := c.accounts(w, o, []string{experiments.AnnealingProgram})
		if err != nil {
			return errors.Join(err, notSaved)
		}
		tables = append(tables, reports.Cells(cells, c.format))
	}
	var broken error
	if c.Certify {
		proofs, err := carryOut(w, "exact", o, certified.Measure)
		if err != nil {
			return errors.Join(err, notSaved)
		}
		if slices.ContainsFunc(proofs, func(r certified.Certificate) bool { return !r.HasPromised() }) {
			broken = errors.New("a result has fewer than nine right digits")
		}
		tables = append(tables, reports.Certificates(proofs, c.format))
	}
	return errors.Join(c.print(w, tables), notSaved, broken) // computed results are shown in any case
}

// checkMemory returns bad input if all that the flags ask for is too large.
func (c *exactCmd) checkMemory(o order) error {
	printed, rows := 0.0, float64(len(o.ts)*(1+len(o.rest))*max(1, len(o.programs)))
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
func (c *exactCmd) print(w *world, tables []table.Table) error {
	if c.format.ForSoftware() {
		tables = tables[len(tables)-1:]
	}
	return w.print(c.format, tables...)
}

// accounts returns J, B and the other numbers of programs, their account, on every target of an order. The command of
// --exec has a process for each.
func (c *exactCmd) accounts(w *world, o order, programs []string) (rows []weights.ProgramResult, err error) {
	defer func() { err = commandFault(err) }()
	return carryOut(w, "exact", o, func(ctx context.Context, annealer experiments.Annealer, ts []int,
		tell experiments.Progress) (rows []weights.ProgramResult, err error) {
		if slices.ContainsFunc(programs, isExec) {
			var stop func() error
			if annealer, stop, err = w.withProgram(annealer, c.Exec, c.Timeout, 1); err != nil {
				return nil, err
			}
			defer func() { err = errors.Join(err, stop()) }()
		}
		return weights.Results(ctx, annealer, ts, programs, tell)
	})
}

// isExec reports whether a spec names the command of --exec.
func isExec(spec string) bool { return spec == experiments.ExecProgram }

// annealingTables returns the tables of an annealing. The table of weights is for people, on a single target.
func (c *exactCmd) annealingTables(rows []experiments.Exact, isOneTarget bool) []table.Table {
	all := []table.Table{reports.Exactly(rows, c.format)}
	if ofWeights := reports.Weights(rows); isOneTarget && len(ofWeights.Rows) > 0 && !c.format.ForSoftware() {
		all = append(all, ofWeights)
	}
	if c.ByStep {
		all = append(all, reports.Steps(rows, c.format)...)
	}
	return all
}

// save writes the betas, if a flag asks for them.
func (c *exactCmd) save(w *world, rows []experiments.Exact) error {
	if c.SaveBetas == "" {
		return nil
	}
	return w.writeFile(c.SaveBetas, func(out io.Writer) error { return reports.WriteBetas(out, rows[0]) })
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

// ready returns the annealer with what the flags ask of it. It asks the command for its rows unless that is nil.
func (c *exactCmd) ready(annealer experiments.Annealer, command *rowsCommand) experiments.Annealer {
	annealer.ByLevel = c.ByStep
	if command == nil {
		return annealer
	}
	return annealer.WithRows(command.ask)
}

// computeRows measures the annealing at every T. With --pictures it also draws them, and returns a note on that.
func (c *exactCmd) computeRows(w *world, o order) (rows []experiments.Exact, note string, err error) {
	var command *rowsCommand
	if c.Exec != "" {
		command = w.rowsCommand(c.Exec, c.Timeout, 1)
		defer func() { err = rowsFault(errors.Join(err, command.close())) }()
	}
	if c.Pictures == "" {
		rows, err = carryOut(w, "exact", o, func(ctx context.Context, annealer experiments.Annealer, ts []int,
			tell experiments.Progress) ([]experiments.Exact, error) {
			return c.ready(annealer, command).Exactly(ctx, ts, tell)
		})
		return rows, "", err
	}
	all, note, err := c.draw(w, "exact", o, func(ctx context.Context, annealer experiments.Annealer, ts []int,
		tell experiments.Progress) ([]portrait.Portrait, error) {
		return portrait.Exactly(ctx, c.ready(annealer, command), ts, tell)
	})
	return table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact }), note, err
}

// checkBetas returns bad input if --save-betas cannot work, before any work.
func (c *exactCmd) checkBetas(w *world, o order) error {
	if c.SaveBetas == "" {
		return nil
	}
	if len(o.ts) > 1 {
		return badf("--save-betas %s with %d numbers of levels; use one, as in -T %d", c.SaveBetas, len(o.ts), o.ts[0])
	}
	if err := o.checkSingle("--save-betas"); err != nil {
		return err
	}
	return w.checkFile("--save-betas", c.SaveBetas, reports.BetasBegin)
}
