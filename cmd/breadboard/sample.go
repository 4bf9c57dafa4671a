package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/runfiles"
	"breadboard/reports/table"
)

// sampleCmd prints Monte Carlo estimates of an annealing, or of programs, beside their exact values.
type sampleCmd struct {
	chainFlags
	programFlags
	targetSeeds
	Chains int `help:"How many chains to run in each direction (default ${default}; 1000 with --exec)." default:"100000" placeholder:"N"`
	diceSeed
	SkipExact bool   `help:"Leave out the exact numbers, which may take long."`
	Save      string `help:"Also save every run, its cell and its log w, as CSV: for ArviZ, pandas and sandwich." placeholder:"FILE.csv"`
	Exec      string `help:"A command that makes the moves: see cmd/breadboard/doc/kernel.md. With --kernel it claims to be that kernel." placeholder:"COMMAND"`
	timeoutFlag
	pictureFlags
	outputFlags
}

// Run runs the chains and prints their estimates.
func (c *sampleCmd) Run(s *session) error {
	if err := c.check(s); err != nil {
		return err
	}
	if c.Exec != "" && !s.given("chains") { // a command makes some hundred thousand moves a second
		c.Chains = 1000
	}
	if err := single("--toy", c.Toy); err != nil {
		return err
	}
	o, err := c.request(s, one(c.Toy), one(c.Target), c.targetSeeds, c.programFlags, "", 100)
	if err != nil {
		return err
	}
	if c.Save != "" { // the runs of all results are kept
		kept := experiments.CheckChains(c.Chains, len(o.ts)*max(1, len(o.programs)))
		err = errors.Join(o.checkSingle("--save"), bad(kept))
	}
	if err == nil {
		err = o.checkResults(c.Pictures != "", 0)
	}
	if err == nil && c.Pictures != "" {
		err = c.prepare(s, o)
	}
	if err != nil {
		return err
	}
	rows, err := c.runChains(s, o)
	if err != nil {
		return err
	}
	note, notDrawn := c.draw(s, rows)
	if c.Save != "" {
		err = s.writeFile(c.Save, func(to io.Writer) error { return runfiles.WriteCSV(to, rows) })
	}
	t := reports.CrossCheck(rows, c.format)
	if !c.format.ForSoftware() {
		c.explain(&t, rows)
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	return errors.Join(s.print(c.format, t), err, notDrawn) // computed results are shown in any case
}

// explain adds notes for people: why exact numbers are missing, and how many runs are saved.
func (c *sampleCmd) explain(t *table.Table, rows []experiments.Measurement) {
	leftOut := func(m experiments.Measurement) bool { return m.Check.WithoutExact }
	if !c.SkipExact && slices.ContainsFunc(rows, leftOut) {
		t.Note("The exact numbers would take far longer than the chains; breadboard exact has them.")
	}
	if c.Save != "" {
		t.Note("Saved: %s, %s runs, one a row.", c.Save, table.Thousands(runfiles.Len(rows)))
	}
}

// check returns bad input in the flags of sample alone, and makes the directory of --save.
func (c *sampleCmd) check(s *session) error {
	switch {
	case c.Exec != "" && !s.given("kernel") && slices.Contains([]string{"friction", "best-b", "best-j"}, c.Schedule):
		return badf("--schedule %s is found for a kernel, and none is named; use --kernel NAME, which --exec claims "+
			"to be, or another schedule", c.Schedule)
	case c.Save != "" && filepath.Ext(c.Save) != ".csv":
		return badf("--save %s: the runs are saved as CSV; use a name that ends in .csv", c.Save)
	}
	if err := experiments.CheckChains(c.Chains, 1); err != nil || c.Save == "" {
		return bad(err)
	}
	return s.checkFile("--save", c.Save, runfiles.Begins)
}

// runChains runs the chains, by the command of --exec if there is one, and compares them with exact numbers.
func (c *sampleCmd) runChains(s *session, o request) (rows []experiments.Measurement, err error) {
	runs := experiments.Chains{N: c.Chains, Seed: c.MCSeed, Keep: c.Save != ""}
	switch {
	case c.SkipExact:
		runs.Exact = experiments.Never
	case c.Pictures != "" || c.Exec != "":
		runs.Exact = experiments.Always // pictures show exact distributions, and a command may claim to be a kernel
	}
	if c.Exec != "" {
		defer func() { err = commandFault(err) }()
		m, err := client.StartKernel(s.ctx, c.Exec, c.Timeout, runs.Seed, o.Target.Grid)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, m.Close()) }()
		isClaimed := s.given("kernel")
		runs.By = &experiments.External{Mover: m, Command: c.Exec, Declared: isClaimed,
			Reversible: isClaimed && o.Reversible()}
	}
	ask := experiments.Ask{Programs: o.programs, Drawn: c.Pictures != "", Chains: &runs}
	return runAll(s, "sample", o, func(ctx context.Context, annealer experiments.Annealer,
		tell experiments.Progress) ([]experiments.Measurement, error) {
		return annealer.Measure(ctx, o.ts, ask, tell)
	})
}
