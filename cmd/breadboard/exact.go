package main

import (
	"errors"
	"io"
	"path/filepath"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/experiments/weights"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	Exec string `help:"A program that tells the rows of its kernel when asked over its pipes, in any language: see cmd/breadboard/clients. It takes the kernel's place, and all is as exact. A caller says -: the questions come on stdout, before the table, and the answers on stdin." placeholder:"COMMAND" asks:"rows"`
	timeoutFlag
	targetSeeds
	ByStep    bool   `help:"Also each step's share of B."`
	Check     string `help:"At how many steps the pairs of states are compared, whose sum is b_pairwise: all, or at most 1,024 (some, the default)." enum:"some,all" default:"some" placeholder:"some|all"`
	Lengths   bool   `help:"Also the lengths of the path under the kernel, and how near B is to what they say."`
	SaveBetas string `help:"Also write the betas, of one T, to this file, as --schedule file: reads them." placeholder:"FILE" complete:"file"`
	pictureFlags
	writeFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	by := c.replaced()
	by.exec = c.Exec
	o, err := c.order(w, c.bytes, c.targetSeeds, by, 10, 100, 1000)
	if err == nil {
		err = c.checkBetas(w, o)
	}
	if err == nil {
		err = c.prepare(w, o, c.forceFlags)
	}
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
		return w.print(c.format, reports.Accounts(rows, c.format))
	}
	rows, note, err := c.rows(w, o)
	if err != nil {
		return err
	}
	if c.SaveBetas != "" {
		err = w.writeFile(c.SaveBetas, c.Force, func(out io.Writer) error { return reports.WriteBetas(out, rows[0]) })
	}
	var tables []table.Table
	if people := !c.format.ForPrograms(); people || !c.ByStep && !c.Lengths {
		tables = append(tables, reports.Exactly(rows, c.format))
		if weights := reports.Weights(rows); people && len(weights.Rows) > 0 {
			tables = append(tables, weights)
		}
	}
	if c.ByStep {
		tables = append(tables, reports.Steps(rows, c.format)...)
	}
	if c.Lengths {
		all := make([]experiments.Lengths, len(rows))
		for i, r := range rows {
			if all[i], err = experiments.LengthsOf(r); err != nil {
				return err
			}
		}
		tables = append(tables, reports.Lengths(all, c.format))
	}
	if note != "" {
		last := &tables[len(tables)-1]
		last.Notes = append(last.Notes, note)
	}
	return errors.Join(w.print(c.format, tables...), err) // what is computed is shown in any case
}

// bytes is the memory of the command. A step is a row of the table in CSV; people see the largest,
// sorted; in JSON each is written as it is made.
func (c *exactCmd) bytes(ts []int, seeds int) experiments.Bytes {
	const row, sorted = 130, 32
	printed := 0.0
	switch {
	case c.ByStep && c.format == table.CSV:
		printed = row
	case c.ByStep && !c.format.ForPrograms():
		printed = sorted
	}
	bytes := experiments.ExactlyBytes(ts, seeds, printed)
	if all := separated(c.Program); len(all) > 0 {
		bytes = weights.Bytes(bytes, all)
	}
	return c.pictureFlags.bytes(bytes)
}

// checked is a chain that compares as many pairs as was asked for, and asks the program, if there is one, for its rows.
func (c *exactCmd) checked(chain experiments.Chain, program *rowsProgram) experiments.Chain {
	chain.AllPairs = c.Check == "all"
	if c.Exec != "" {
		chain = chain.Asking(program.ask)
	}
	return chain
}

// rows runs the annealing at every T. If pictures are asked for it draws them too, and returns a note that says so.
func (c *exactCmd) rows(w *world, o order) (rows []experiments.Exact, note string, err error) {
	program := w.rowsProgram(c.Exec, c.Timeout, 1)
	defer func() { err = unanswered(errors.Join(err, program.close())) }()
	if c.Pictures == "" {
		rows, err = carryOut(w, "exact", o, func(k task) ([]experiments.Exact, error) {
			return c.checked(k.chain, program).Exactly(k.ctx, k.ts, k.tell)
		})
		return rows, "", err
	}
	all, note, err := c.draw(w, "exact", o, c.writeFlags, func(k task) ([]portrait.Portrait, error) {
		return portrait.Exactly(k.ctx, c.checked(k.chain, program), k.ts, k.tell)
	})
	return table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact }), note, err
}

// checkBetas returns what is wrong with --save-betas, before any work: it takes one annealing, and
// a file that can be written.
func (c *exactCmd) checkBetas(w *world, o order) error {
	if c.SaveBetas == "" {
		return nil
	}
	_, name := filepath.Split(c.SaveBetas)
	switch {
	case len(o.ts) > 1:
		return badf("--save-betas %s with %d numbers of levels; one, as in -T %d, would do",
			c.SaveBetas, len(o.ts), o.ts[0])
	case len(o.others) > 0:
		return badf("--save-betas %s with %d seeds; one would do", c.SaveBetas, 1+len(o.others))
	case name == "":
		return badf("--save-betas %s is a directory; a file in it, as %sbetas.csv, would do", c.SaveBetas, c.SaveBetas)
	}
	return w.checkFile("--save-betas", c.SaveBetas, c.Force, reports.BetasBegin(o.Chain, o.ts[0]))
}
