package main

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/experiments/weights"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	targetSeeds
	boundFlags
	ByStep    bool    `help:"Also each step's share of B."`
	Lengths   bool    `help:"Also the lengths of the path under the kernel, and how near B is to what they say."`
	SaveBetas string  `help:"Also write the betas, of one T, to this file, as --schedule file: reads them." placeholder:"FILE" complete:"file"`
	Tails     *string `help:"With --program, instead of the accounts: how likely log w is to be B nats or more on the wrong side of log R." placeholder:"B,..."`
	Runs      *int    `help:"With --program, instead of the accounts: the log of the average weight of K runs." placeholder:"K"`
	Raise     bool    `help:"With --program, instead of the accounts: bounds of log p of each cell, as RAISE takes them from reverse runs that start there."`
	pictureFlags
	Estimators *int `help:"Instead of J and B: how well estimators of log R, such as thermodynamic integration, do on N chains." placeholder:"N"`
	writeFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	tails, err := c.tails()
	bounds, wrong := c.bounds()
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	o, err := c.order(w, c.bytes, c.targetSeeds, c.programFlags, 10, 100, 1000)
	if err == nil {
		err = c.checkBetas(w, o)
	}
	if err == nil {
		err = c.prepare(w, o, c.forceFlags)
	}
	if err != nil {
		return err
	}
	switch {
	case bounds != nil:
		return c.oneSided(w, o, bounds, c.format)
	case c.Tails != nil:
		return w.law(o, weights.Tails(tails), reports.Tails, c.format)
	case c.Runs != nil:
		return w.law(o, weights.Averages(*c.Runs), reports.Averages, c.format)
	case c.Estimators != nil:
		return w.law(o, weights.Estimators(*c.Estimators), reports.Estimators, c.format)
	case c.Raise:
		return w.law(o, weights.Raise, reports.Raise, c.format)
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
	if c.Raise { // a row a cell
		tables := len(ts) * seeds * max(1, len(separated(c.Program)))
		bytes = experiments.Together(bytes, experiments.Held(tables, rowNumbers, 0, 0))
	}
	// a law is not sampled
	if all := separated(slices.Concat(c.Program, c.Upper, c.Lower)); len(all) > 0 && !c.ofLaws() {
		bytes = weights.Bytes(bytes, all)
	}
	return c.pictureFlags.bytes(bytes)
}

// rowNumbers is the size of a row of --raise with its record, in numbers.
const rowNumbers = 120

// ofLaws reports whether a table of what is known of log w is printed instead of the accounts.
func (c *exactCmd) ofLaws() bool {
	return c.Tails != nil || c.Runs != nil || c.Estimators != nil || c.Raise
}

// law prints what a law tells of the programs, or of annealing if none is named.
func (w *world) law(o order, law weights.Law, show func([]weights.Row, table.Format) table.Table,
	f table.Format) error {
	rows, err := carryOut(w, "exact", o, func(k task) ([]weights.Row, error) {
		return weights.Laws(k.ctx, k.chain, k.ts, o.orAnnealing(), law, k.tell)
	})
	if err != nil {
		return err
	}
	return w.print(f, show(rows, f))
}

// rows runs the annealing at every T. If pictures are asked for it draws them too, and returns a note that says so.
func (c *exactCmd) rows(w *world, o order) (rows []experiments.Exact, note string, err error) {
	if c.Pictures == "" {
		rows, err = carryOut(w, "exact", o, func(k task) ([]experiments.Exact, error) {
			return k.chain.Exactly(k.ctx, k.ts, k.tell)
		})
		return rows, "", err
	}
	all, note, err := c.draw(w, "exact", o, c.writeFlags, func(k task) ([]portrait.Portrait, error) {
		return portrait.Exactly(k.ctx, k.chain, k.ts, k.tell)
	})
	return table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact }), note, err
}

// tails returns the places of the tails, or what is wrong with the flags.
func (c *exactCmd) tails() (b []float64, err error) {
	const mostTail = 700 // e^-700 is still a float
	if c.Tails == nil {
		return nil, nil
	}
	for s := range strings.SplitSeq(*c.Tails, ",") {
		v, err := text.Float(strings.TrimSpace(s))
		if err != nil || !(v >= 0 && v <= mostTail) {
			return nil, badf("--tails %q: %q is no number of nats; numbers from 0 to %d, separated by commas, would do",
				*c.Tails, s, mostTail)
		}
		b = append(b, v)
	}
	return b, nil
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
