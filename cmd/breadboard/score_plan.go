package main

import (
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/experiments/score"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// mostBudget is the largest budget: a chain of 10^9 steps.
const mostBudget = 1_000_000_000

// zooBudgets are the default budgets of a profile.
var zooBudgets = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// A kernel that was not asked for by its name is left out from so many operations on one density, or
// on each of several, and from so much memory. 10^10 operations take some seconds.
const mostWork, mostZooWork, mostBytes = 3e10, 5e9, 1 << 28

// plan looks everything up.
func (c *scoreCmd) plan(w *world) (*score.Plan, error) {
	p := &score.Plan{Functions: separated(c.Function), Starts: separated(c.Start), Equal: score.Equal(c.Equal),
		Calibrate: c.Out != "", MCSeed: c.MCSeed, Now: w.clock.now}
	var noDensities, noKernels, noBudgets, noEqual, noRuns, noOutside error
	p.Densities, p.Seed, noDensities = c.densities(w)
	p.Kernels, noKernels = kernelsOf(separated(c.Kernel))
	if len(c.Kernel) == 0 {
		p.MostBytes = mostBytes
		if p.MostWork = mostZooWork; len(p.Densities) == 1 {
			p.MostWork = mostWork
		}
	}
	if p.Budgets, noBudgets = budgets(c.Budgets, len(p.Densities) == 1); len(p.Starts) == 0 {
		p.Starts = []string{"exact"}
	}
	if !slices.Contains(score.Equals, p.Equal) {
		noEqual = experiments.Unknown("--equal", c.Equal, equals())
	}
	p.Chains, noRuns = c.chains(score.UsualChains)
	if noDensities == nil {
		noOutside = c.outside(w, p)
	}
	return p, errors.Join(noDensities, noKernels, noBudgets, noEqual, noRuns, noOutside)
}

// densities finds the densities: of the zoo, or one and its seed, if that is random.
func (c *scoreCmd) densities(w *world) (_ []zoo.Density, seed *uint64, err error) {
	switch {
	case c.Toy == "" && c.Target == "":
		if c.Zoo == "" {
			c.Zoo = "small"
		}
		all, err := zoo.Select(c.Zoo)
		return all, nil, err
	}
	chain, err := experiments.Setting{Toy: c.Toy, Target: c.Target, Density: c.Density, Seed: c.Seed}.Chain()
	if err != nil {
		return nil, nil, err
	}
	w.doubt(chain.Doubts())
	t := chain.Target
	return []zoo.Density{{Name: chain.TargetName(), Make: func() toys.Target { return t }}}, chain.Seed, nil
}

// zooNames are the sets of densities that --zoo takes besides single ones.
func zooNames() []string {
	return append([]string{"all", "small"}, zoo.Groups...)
}

// equals are the names of what may be equal.
func equals() []string { return apply(func(e score.Equal) string { return string(e) }, score.Equals) }

// budgets reads the budgets, in rising order.
func budgets(given []string, single bool) ([]int, error) {
	switch {
	case len(given) == 0 && single:
		return []int{1000}, nil
	case len(given) == 0:
		return zooBudgets, nil
	}
	all, err := numbers(lists.Numbers{Field: "N", What: "a budget", Low: 1, High: mostBudget}, given)
	return slices.Sorted(slices.Values(all)), err
}
