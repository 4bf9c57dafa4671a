package main

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/draws"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	targetSeeds
	Steps     bool    `help:"Also each step's share of B."`
	SaveBetas string  `help:"Also write the betas, of one T, to this file, as --schedule file: reads them." placeholder:"FILE" complete:"file"`
	Tails     *string `help:"With --program, instead of the accounts: how likely log w is to be B nats or more on the wrong side of log R." placeholder:"B,..."`
	Runs      *int    `help:"With --program, instead of the accounts: the log of the average weight of K runs." placeholder:"K"`
	pictureFlags
	forceFlags
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	tails, err := c.tails()
	if err != nil {
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
	if c.Tails != nil || c.Runs != nil { // of annealing if no program is named
		if o.programs == nil {
			o.programs = []string{"ais"}
		}
		rows, err := carryOut(w, "exact", o, func(k task) ([]experiments.WeightLaw, error) {
			if c.Tails != nil {
				return k.chain.Tails(k.ctx, k.ts, o.programs, tails, k.tell)
			}
			return k.chain.Averages(k.ctx, k.ts, o.programs, *c.Runs, k.tell)
		})
		switch {
		case err != nil:
			return err
		case c.Tails != nil:
			return w.print(c.format, reports.Tails(rows, c.format))
		}
		return w.print(c.format, reports.Averages(rows, *c.Runs, c.format))
	}
	if o.programs != nil {
		rows, err := carryOut(w, "exact", o, func(k task) ([]experiments.Accounted, error) {
			return k.chain.Accounts(k.ctx, k.ts, o.programs, k.tell)
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
	if people := !c.format.ForPrograms(); people || !c.Steps {
		tables = append(tables, reports.Exactly(rows, c.format))
		if weights := reports.Weights(rows); people && len(weights.Rows) > 0 {
			tables = append(tables, weights)
		}
	}
	if c.Steps {
		tables = append(tables, reports.Steps(rows, c.format)...)
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
	case c.Steps && c.format == table.CSV:
		printed = row
	case c.Steps && !c.format.ForPrograms():
		printed = sorted
	}
	bytes := experiments.ExactlyBytes(ts, seeds, printed)
	if len(c.Program) > 0 && c.Tails == nil && c.Runs == nil { // a law that is too large to be known is not sampled
		bytes = experiments.AccountsBytes(bytes, separated(c.Program))
	}
	return c.pictureFlags.bytes(bytes)
}

// rows runs the annealing at every T. If pictures are asked for it draws them too, and returns a note that says so.
func (c *exactCmd) rows(w *world, o order) (rows []experiments.Exact, note string, err error) {
	if c.Pictures == "" {
		rows, err = carryOut(w, "exact", o, func(k task) ([]experiments.Exact, error) {
			return k.chain.Exactly(k.ctx, k.ts, k.tell)
		})
		return rows, "", err
	}
	all, note, err := c.draw(w, "exact", o, c.forceFlags, func(k task) ([]portrait.Portrait, error) {
		return portrait.Exactly(k.ctx, k.chain, k.ts, k.tell)
	})
	return table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact }), note, err
}

// tails returns the places of the tails, or what is wrong with the flags.
func (c *exactCmd) tails() (b []float64, err error) {
	const mostRuns, mostTail = 1_000_000, 700 // e^-700 is still a float
	switch {
	case c.Runs != nil && (*c.Runs < 1 || *c.Runs > mostRuns):
		return nil, badf("--runs %d; from 1 to %d would do", *c.Runs, mostRuns)
	case c.Tails == nil:
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
		return badf("--save-betas %s with %d numbers of levels; one, as in -T %d, would do", c.SaveBetas, len(o.ts), o.ts[0])
	case len(o.others) > 0:
		return badf("--save-betas %s with %d seeds; one would do", c.SaveBetas, 1+len(o.others))
	case name == "":
		return badf("--save-betas %s is a directory; a file in it, as %sbetas.csv, would do", c.SaveBetas, c.SaveBetas)
	}
	return w.checkFile("--save-betas", c.SaveBetas, c.Force, reports.BetasBegin(o.Chain, o.ts[0]))
}

// certifyCmd proves how many digits of exactCmd's numbers are right.
type certifyCmd struct {
	chainFlags
	targetSeeds
	Catalogue bool `help:"Instead, prove every kernel on every toy, bridge and schedule, and the extremes."`
	outputFlags
}

// Run proves the digits and prints them.
func (c *certifyCmd) Run(w *world) (err error) {
	var rows []experiments.Certified
	if c.Catalogue {
		if err := w.affordLeast("certify --catalogue", leastProofs); err != nil {
			return err
		}
		tell, finish := w.progress("certify")
		rows, err = experiments.CertifyAll(w.ctx, experiments.CertifyCases(), tell)
		finish()
	} else {
		bytes := func(ts []int, _ int) experiments.Bytes { // it proves as many Ts at once as there are cores
			return experiments.AtOnce(experiments.CertifyBytes, ts)
		}
		o, noOrder := c.order(w, bytes, c.targetSeeds, programFlags{}, 10, 100, 1000)
		if noOrder != nil {
			return noOrder
		}
		rows, err = carryOut(w, "certify", o, func(k task) ([]experiments.Certified, error) {
			return k.chain.Certify(k.ctx, k.ts, k.tell)
		})
	}
	switch {
	case err != nil:
		return err
	case c.Catalogue:
		err = w.print(c.format, reports.CertificateSummary(rows, c.format))
	default:
		err = w.print(c.format, reports.Certificates(rows, c.format)...)
	}
	if err == nil && slices.ContainsFunc(rows, func(r experiments.Certified) bool { return !r.Kept() }) {
		return errors.New("a result has fewer than nine right digits") // when everything is printed
	}
	return err
}

// sampleCmd prints Monte Carlo estimates of an annealing, or of programs, beside their exact values.
type sampleCmd struct {
	chainFlags
	programFlags
	targetSeeds
	Chains int `help:"How many chains to run in each direction, at least 2 (default ${default}; 1000 with --exec)." default:"100000" placeholder:"N"`
	diceSeed
	Save       string `help:"Also save every run, its cell and its log w, as Parquet: for ArviZ, DuckDB, pandas. reports/draws has the columns." placeholder:"FILE.parquet" complete:"file"`
	Exec       string `help:"A program that makes the moves, in any language: see cmd/breadboard/clients. With --kernel it claims to be that kernel, whose exact values stand beside the estimates; reverse chains run if that kernel is reversible." placeholder:"COMMAND"`
	Reversible bool   `help:"The kernel of --exec keeps detailed balance, so that reverse chains can run by its own moves. The moves are tested for it."`
	timeoutFlag
	Workers int `help:"How many chains run at once; 0 is one a core (the default). The numbers do not depend on it." default:"0" placeholder:"N"`
	pictureFlags
	forceFlags
	outputFlags
}

// Run runs the chains and prints their estimates.
func (c *sampleCmd) Run(w *world) error {
	if err := c.check(w); err != nil {
		return err
	}
	if c.Exec != "" && !w.given("chains") { // a program makes some hundred thousand moves a second
		c.Chains = 1000
	}
	sampling := experiments.Sampling{Chains: c.Chains, Seed: c.MCSeed, Workers: c.Workers, Keep: c.Save != ""}
	bytes := func(ts []int, _ int) experiments.Bytes {
		return c.pictureFlags.bytes(sampling.SavingBytes(len(ts) * max(1, len(separated(c.Program)))))
	}
	o, err := c.order(w, bytes, c.targetSeeds, c.programFlags, 100)
	if err != nil {
		return err
	}
	if c.Save != "" {
		err = o.alone("--save")
	}
	if err := errors.Join(err, c.prepare(w, o, c.forceFlags)); err != nil {
		return err
	}
	checks, note, err := c.checks(w, o, sampling)
	if err != nil {
		return err
	}
	runs := draws.Sample{Chain: o.Chain, Checks: checks, Build: build()}
	if c.Exec != "" {
		runs.Chain = checks[0].Chain // which names no kernel, unless the program claims to be one
	}
	if c.Save != "" {
		err = w.writeFile(c.Save, c.Force, runs.File(c.Save).Write)
	}
	t := reports.CrossCheck(checks, c.format)
	if people := !c.format.ForPrograms(); people {
		if o.programs == nil {
			t.Notes = append(t.Notes, "An ESS is marked (!) if one weight is more than 1% of the sum. Just below that limit an ESS "+
				"tends to be too high, by half a standard error on average, because few large weights have been seen.")
		}
		if c.Save != "" {
			t.Note("Saved: %s, %s runs, one a row.", c.Save, table.Thousands(runs.Len()))
		}
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	return errors.Join(w.print(c.format, t), err) // what is computed is shown in any case
}

// check returns bad input in the flags of sample alone, and makes the directory of --save.
func (c *sampleCmd) check(w *world) error {
	switch {
	case c.Chains < 2 || c.Chains > experiments.MostChains:
		return badf("--chains %d; from 2, which a standard error needs, to %d would do", c.Chains,
			experiments.MostChains)
	case c.Exec != "" && !w.given("kernel") && slices.Contains([]string{"friction", "best-b", "best-j"}, c.Schedule):
		return badf("--schedule %s is found for a kernel, and none is named; --kernel NAME, which --exec "+
			"claims to be, or another schedule, would do", c.Schedule)
	case c.Save != "" && filepath.Ext(c.Save) != ".parquet":
		return badf("--save %s: the runs are saved as Parquet; a name that ends in .parquet would do", c.Save)
	}
	if err := errors.Join(checkWorkers(c.Workers), checkTimeout(c.Timeout)); err != nil || c.Save == "" {
		return bad(err)
	}
	return w.checkFile("--save", c.Save, c.Force, "PAR1") // as Parquet begins
}

// checks runs the chains, by the program if there is one, and compares them with what is exact. If pictures are asked for
// it draws them too, and returns a note that says so.
func (c *sampleCmd) checks(w *world, o order, s experiments.Sampling) (all []experiments.CrossCheck, note string,
	err error) {
	switch claimed := w.given("kernel"); {
	case c.Pictures != "":
		drawn, note, err := c.draw(w, "sample", o, c.forceFlags, func(k task) ([]portrait.Portrait, error) {
			return portrait.Sampled(k.ctx, k.chain, k.ts, s, k.tell)
		})
		return table.Each(drawn, func(p portrait.Portrait) experiments.CrossCheck { return *p.Check }), note, err
	case c.Exec == "":
		all, err = carryOut(w, "sample", o, func(k task) ([]experiments.CrossCheck, error) {
			if o.programs != nil {
				return k.chain.ProgramChecks(k.ctx, k.ts, o.programs, s, k.tell)
			}
			return k.chain.CrossChecks(k.ctx, k.ts, s, k.tell)
		})
		return all, "", err
	case o.Extended():
		return nil, "", badf("--kernel %s moves in a larger space than the target's cells, in which --exec moves; "+
			"a kernel of the cells, or none, would do", o.Kernel)
	case c.Reversible && claimed && !o.Reversible():
		return nil, "", badf("--reversible says that --exec keeps detailed balance, and --kernel %s, which it claims "+
			"to be, does not; one of the two would do", o.Kernel)
	}
	defer func() { err = execFault(err) }()
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, s.Seed, o.Target.Grid)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	by := experiments.Outsider{Mover: m, Command: c.Exec, Declared: w.given("kernel"),
		Reversible: c.Reversible || w.given("kernel") && o.Reversible()}
	all, err = carryOut(w, "sample", o, func(k task) ([]experiments.CrossCheck, error) {
		return k.chain.MovedChecks(k.ctx, k.ts, by, s, k.tell)
	})
	return all, "", err
}
