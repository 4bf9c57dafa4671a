package main

import (
	"context"
	"errors"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/draws"
	"breadboard/reports/table"
)

// sampleCmd prints Monte Carlo estimates of an annealing, or of programs, beside their exact
// values.
type sampleCmd struct {
	chainFlags
	programFlags
	targetSeeds
	Chains int `help:"How many chains to run in each direction, at least 2 (default ${default}; 1000 with --exec)." default:"100000" placeholder:"N"`
	diceSeed
	saveFlags
	moverFlags
	Workers int `help:"How many chains run at once; 0 is one a core (the default). The numbers do not depend on it." default:"0" placeholder:"N"`
	pictureFlags
	forceFlags
	outputFlags
}

// essNote explains the marks of an ESS. Package sample has the figures.
const essNote = "An ESS is marked (!) if one weight is more than 1% of the sum. Just below that limit an ESS tends to be " +
	"too high, by half a standard error on average, because few large weights have been seen."

// Run runs the chains and prints their estimates.
func (c *sampleCmd) Run(w *world) error {
	if err := c.check(w); err != nil {
		return err
	}
	if c.Exec != "" && !w.given("chains") {
		c.Chains = usualMoved
	}
	sampling := experiments.Sampling{Chains: c.Chains, Seed: c.MCSeed, Workers: c.Workers, Keep: c.Save != ""}
	bytes := func(ts []int, _ int) experiments.Bytes {
		return c.pictureFlags.bytes(sampling.SavingBytes(len(ts) * max(1, len(separated(c.Program)))))
	}
	order, err := c.order(w, bytes, c.targetSeeds, c.programFlags, 100)
	if err != nil {
		return err
	}
	if c.Save != "" {
		err = order.alone("--save")
	}
	if err := errors.Join(err, c.prepare(w, order, c.forceFlags)); err != nil {
		return err
	}
	checks, note, err := c.checks(w, order, sampling)
	if err != nil {
		return err
	}
	runs := draws.Sample{Chain: order.Chain, Checks: checks, Build: build()}
	if c.Exec != "" {
		runs.Chain = checks[0].Chain // which names no kernel, unless the program claims to be one
	}
	saved := c.save(w, runs, c.Force)
	notes := c.notes(order, runs.Len())
	if note != "" {
		notes = append(notes, note)
	}
	t := reports.CrossCheck(checks, c.format)
	t.Notes = append(t.Notes, notes...)
	return errors.Join(w.print(c.format, t), saved) // what is computed is shown in any case
}

// check returns bad input in the flags of sample alone.
func (c *sampleCmd) check(w *world) error {
	if c.Chains < 2 || c.Chains > experiments.MostChains {
		return bad(fmt.Errorf("--chains %d; from 2, which a standard error needs, to %d would do", c.Chains,
			experiments.MostChains))
	}
	if err := checkWorkers(c.Workers); err != nil {
		return bad(err)
	}
	if err := c.moverFlags.check(w, c); err != nil {
		return err
	}
	return c.saveFlags.check(w, c.Force)
}

// checks runs the chains, and compares them with what is exact. If pictures are asked for it draws them too, and
// returns a note that says so.
func (c *sampleCmd) checks(w *world, o order, s experiments.Sampling) (all []experiments.CrossCheck, note string,
	err error) {
	switch {
	case c.Pictures != "":
		return c.portraits(w, o, s)
	case c.Exec != "":
		all, err = c.moverFlags.checks(w, o, s)
		return all, "", err
	}
	all, err = carryOut(w, "sample", o,
		func(c experiments.Chain, ctx context.Context, ts []int, tell experiments.Progress) (
			[]experiments.CrossCheck, error) {
			if o.programs != nil {
				return c.ProgramChecks(ctx, ts, o.programs, s, tell)
			}
			return c.CrossChecks(ctx, ts, s, tell)
		})
	return all, "", err
}

// portraits is checks with pictures.
func (c *sampleCmd) portraits(w *world, o order, s experiments.Sampling) ([]experiments.CrossCheck, string, error) {
	drawn, err := carryOut(w, "sample", o,
		func(c experiments.Chain, ctx context.Context, ts []int, tell experiments.Progress) ([]portrait.Portrait, error) {
			return portrait.Sampled(ctx, c, ts, s, tell)
		})
	if err != nil {
		return nil, "", err
	}
	note, err := c.draw(w, drawn, c.forceFlags)
	return apply(func(p portrait.Portrait) experiments.CrossCheck { return *p.Check }, drawn), note, err
}

// notes explain an ESS to people, and say where so many runs are saved.
func (c *sampleCmd) notes(o order, saved int) (notes []string) {
	if c.format.ForPrograms() {
		return nil
	}
	if o.programs == nil {
		notes = append(notes, essNote)
	}
	if c.Save != "" {
		notes = append(notes, fmt.Sprintf("Saved: %s, %s runs, one a row.", c.Save, table.Thousands(saved)))
	}
	return notes
}
