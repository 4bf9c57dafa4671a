package main

import (
	"fmt"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/reports"
)

// sampleCmd prints Monte Carlo estimates of an annealing beside what is exact.
type sampleCmd struct {
	chainFlags
	ToySeed *uint64 `help:"The seed of a random toy; each has its own default." placeholder:"N"`
	Chains  int     `help:"How many chains to run in each direction, at least 2." default:"100000" placeholder:"N"`
	Seed    uint64  `help:"The seed of the chains: the same seed, the same numbers." default:"1" placeholder:"N"`
	Workers int     `help:"How many chains run at once; 0 is one a core. The numbers do not depend on it." default:"0" placeholder:"N"`
	outputFlags
}

// mostChains is where the log weights of both directions take 1.6 GB.
const mostChains = 100_000_000

// Run runs it.
func (c *sampleCmd) Run(w *world) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	switch {
	case c.Chains < 2 || c.Chains > mostChains:
		return bad(fmt.Errorf("--chains %d; from 2, which a standard error needs, to %d would do", c.Chains, mostChains))
	case c.Workers < 0:
		return bad(fmt.Errorf("--workers %d; 0, for one a core, or more would do", c.Workers))
	}
	chain, ts, err := c.chain(c.ToySeed, "--toy-seed", 100)
	if err != nil {
		return err
	}
	tell, finish := w.progress("sample")
	defer finish()
	var checks []experiments.CrossCheck
	for i, T := range ts {
		o := sample.Options{Chains: c.Chains, Seed: c.Seed, Workers: c.Workers}
		if tell != nil {
			o.Progress = func(done, total int) { tell(i*total+done, len(ts)*total) }
		}
		a, _, err := chain.At(w.ctx, T)
		if err != nil {
			return unfit(err)
		}
		check, err := experiments.Compare(w.ctx, chain.Target.Name, a, o)
		if err != nil {
			return err
		}
		checks = append(checks, check)
	}
	finish()
	return w.print(format, reports.CrossCheck(checks, format))
}
