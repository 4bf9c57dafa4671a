package main

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/reports"
)

// sampleCmd prints Monte Carlo estimates of an annealing, or of programs, beside their exact
// values.
type sampleCmd struct {
	chainFlags
	programFlags
	targetSeeds
	Chains int `help:"How many chains to run in each direction, at least 2 (default ${default})." default:"100000" placeholder:"N"`
	diceSeed
	Workers int `help:"How many chains run at once; 0 is one a core (the default). The numbers do not depend on it." default:"0" placeholder:"N"`
	outputFlags
}

// essNote explains the marks of an ESS. Package sample has the figures.
const essNote = "An ESS without (!) tends to be too high near the limit, where one weight is 1% of the sum: " +
	"the runs that stay unmarked there have seen few large weights. " +
	"It is then off by about half a standard error on average."

// Run runs the chains and prints their estimates.
func (c *sampleCmd) Run(w *world) error {
	switch {
	case c.Chains < 2 || c.Chains > experiments.MostChains:
		return bad(fmt.Errorf("--chains %d; from 2, which a standard error needs, to %d would do", c.Chains,
			experiments.MostChains))
	case c.Workers < 0:
		return bad(fmt.Errorf("--workers %d; 0, for one a core, or more would do", c.Workers))
	}
	sampling := experiments.Sampling{Chains: c.Chains, Seed: c.MCSeed, Workers: c.Workers}
	order, err := c.order(w, sampling.Bytes, c.targetSeeds, c.programFlags, 100)
	if err != nil {
		return err
	}
	checks, err := carryOut(w, "sample", order,
		func(c experiments.Chain, ctx context.Context, ts []int, tell experiments.Progress) ([]experiments.CrossCheck, error) {
			if order.programs != nil {
				return c.ProgramChecks(ctx, ts, order.programs, sampling, tell)
			}
			return c.CrossChecks(ctx, ts, sampling, tell)
		})
	if err != nil {
		return err
	}
	t := reports.CrossCheck(checks, c.format)
	if !c.format.ForPrograms() && order.programs == nil {
		t.Notes = append(t.Notes, essNote)
	}
	return w.print(c.format, t)
}
