package main

import (
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
	Exec string `help:"A command that tells the rows of its kernel, or - for the caller: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	timeoutFlag
	targetSeeds
	ByStep    bool   `help:"Also each step's share of B."`
	ByCell    bool   `help:"Also each cell's share of B."`
	Certify   bool   `help:"Also how many digits are right, proved in big floats; exit code 1 if fewer than nine are."`
	SaveBetas string `help:"Also write the betas: --schedule file:FILE reads them." placeholder:"FILE"`
	pictureFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	o, err := c.ask(w)
	if err != nil {
		return err
	}
	if o.programs != nil {
		rows, err := carryOut(w, "exact", o, func(k task) ([]weights.Accounted, error) {
			return weights.Accounts(k.ctx, k.chain, k.ts, o.programs, k.tell)
		})
		if err != nil {
			return err
		}
		tables := []table.Table{reports.Accounts(rows, c.format)}
		if c.ByCell {
			tables = c.withCells(rows, tables)
		}
		return w.print(c.format, tables...)
	}
	rows, note, err := c.computeRows(w, o)
	if err != nil {
		return err
	}
	saved := c.save(w, rows)
	tables, err := c.tables(rows, o.targets == 1)
	if err != nil {
		return errors.Join(err, saved)
	}
	if note != "" {
		last := &tables[len(tables)-1]
		last.Notes = append(last.Notes, note)
	}
	if c.ByCell {
		cells, err := carryOut(w, "exact", o, func(k task) ([]weights.Accounted, error) {
			return weights.Accounts(k.ctx, k.chain, k.ts, []string{experiments.AnnealingProgram}, k.tell)
		})
		if err != nil {
			return errors.Join(err, saved)
		}
		tables = c.withCells(cells, tables)
	}
	var broken error
	if c.Certify {
		tables, broken, err = c.withProofs(w, o, tables)
	}
	if err != nil {
		return errors.Join(err, saved)
	}
	return errors.Join(w.print(c.format, tables...), saved, broken) // what is computed is shown in any case
}

// withCells adds the shares of the cells. Programs get these alone.
func (c *exactCmd) withCells(rows []weights.Accounted, tables []table.Table) []table.Table {
	if c.format.ForPrograms() {
		tables = nil
	}
	return append(tables, reports.Cells(rows, c.format))
}

// withProofs adds how many digits are right, and returns the failure if they are too few. Programs get these alone.
func (c *exactCmd) withProofs(w *world, o order, tables []table.Table) (all []table.Table, broken, err error) {
	rows, err := carryOut(w, "exact", o, func(k task) ([]certified.Row, error) {
		return certified.Of(k.ctx, k.chain, k.ts, k.tell)
	})
	switch {
	case err != nil:
		return tables, nil, err
	case c.format.ForPrograms():
		tables = nil
	}
	if slices.ContainsFunc(rows, func(r certified.Row) bool { return !r.Kept() }) {
		broken = errors.New("a result has fewer than nine right digits")
	}
	return append(tables, reports.Certificates(rows, c.format)), broken, nil
}

// ask finds what the flags name, and refuses before any work what cannot be answered or written.
func (c *exactCmd) ask(w *world) (o order, err error) {
	targets, err := c.listTargets()
	if err != nil {
		return o, err
	}
	o, err = c.order(w, targets, c.targetSeeds, c.programFlags, c.Exec, usualLevels(separated(c.Program))...)
	if err == nil {
		err = c.checkBetas(w, o)
	}
	if err == nil && c.Pictures != "" {
		err = c.prepare(w, o)
	}
	return o, err
}

// save writes the betas, if a flag asks for them.
func (c *exactCmd) save(w *world, rows []experiments.Exact) error {
	if c.SaveBetas == "" {
		return nil
	}
	return w.writeFile(c.SaveBetas, func(out io.Writer) error { return reports.WriteBetas(out, rows[0]) })
}

// tables returns those that are printed. A program that asks for steps gets these alone, and people read of the weights
// on one target.
func (c *exactCmd) tables(rows []experiments.Exact, isOneTarget bool) (all []table.Table, err error) {
	if people := !c.format.ForPrograms(); people || !c.ByStep && !c.ByCell && !c.Certify {
		all = append(all, reports.Exactly(rows, c.format))
		if weights := reports.Weights(rows); people && isOneTarget && len(weights.Rows) > 0 {
			all = append(all, weights)
		}
	}
	if c.ByStep {
		all = append(all, reports.Steps(rows, c.format)...)
	}
	return all, nil
}

// usualLevels are the numbers of levels if none are given. Programs that know the ends alone have one row.
func usualLevels(specs []string) []int {
	levels := []int{10, 100, 1000}
	byLevels := func(spec string) bool { return !programs.EntryOf(spec).Ends }
	if len(specs) > 0 && !slices.ContainsFunc(specs, byLevels) {
		return levels[:1]
	}
	return levels
}

// askedOf returns a chain that asks the program, unless that is nil, for its rows.
func askedOf(chain experiments.Chain, program *rowsProgram) experiments.Chain {
	if program == nil {
		return chain
	}
	return chain.Asking(program.ask)
}

// computeRows runs the annealing at every T. If pictures are asked for it draws them too, and returns a note that says
// so.
func (c *exactCmd) computeRows(w *world, o order) (rows []experiments.Exact, note string, err error) {
	var program *rowsProgram
	if c.Exec != "" {
		program = w.rowsProgram(c.Exec, c.Timeout, 1)
		defer func() { err = unanswered(errors.Join(err, program.close())) }()
	}
	if c.Pictures == "" {
		rows, err = carryOut(w, "exact", o, func(k task) ([]experiments.Exact, error) {
			return askedOf(k.chain, program).Exactly(k.ctx, k.ts, k.tell)
		})
		return rows, "", err
	}
	all, note, err := c.draw(w, "exact", o, func(k task) ([]portrait.Portrait, error) {
		return portrait.Exactly(k.ctx, askedOf(k.chain, program), k.ts, k.tell)
	})
	return table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact }), note, err
}

// checkBetas returns what is wrong with --save-betas, before any work.
func (c *exactCmd) checkBetas(w *world, o order) error {
	if c.SaveBetas == "" {
		return nil
	}
	if len(o.ts) > 1 {
		return badf("--save-betas %s with %d numbers of levels; use one, as in -T %d", c.SaveBetas, len(o.ts), o.ts[0])
	}
	if err := o.alone("--save-betas"); err != nil {
		return err
	}
	return w.checkFile("--save-betas", c.SaveBetas, reports.BetasBegin)
}
