package experiments

import (
	"context"

	"breadboard/chains/sample"
)

// fewest is the number of chains of the first cross-check of Grow.
const fewest = 64

// Grow runs T levels of the chain by dice, or a program on them if one is named, and tells cross-checks of the first
// 64 chains in each direction, of the first 128, and so on: one run, watched while it grows. The last one is of all
// chains and has the numbers of CrossChecks and ProgramChecks, digit for digit. None has a bootstrap or a test of the
// final states. Runs has the chains, with the counts of x_T alone.
func (c Chain) Grow(ctx context.Context, T int, program string, s Sampling, tell func(CrossCheck) error) error {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return err
	}
	var y yardstick
	if program == "" {
		y, err = annealed(ctx, a, nil)
	} else {
		y, err = c.programmed(ctx, a, program, nil)
	}
	if err != nil {
		return err
	}
	var runs sample.Runs
	n := min(fewest, s.Chains)
	for o := sample.Options(s); o.After < s.Chains; o.After = o.Chains {
		o.Keep, o.Chains = true, min(max(y.part, fewest, 2*o.After), s.Chains)
		more, err := y.sample(ctx, o)
		if err != nil {
			return err
		}
		runs.Append(more)
		for ; n <= o.Chains; n = next(n, s.Chains) {
			check := CrossCheck{Chain: c, Program: program, T: T, Chains: n, MCSeed: s.Seed, Runs: runs.First(n)}
			y.fill(&check, check.Runs)
			check.Runs.Rise += y.rise
			if err := tell(check); err != nil {
				return err
			}
		}
	}
	return nil
}

// next doubles a number of chains, up to all; after all there is none.
func next(n, all int) int {
	if n == all {
		return all + 1
	}
	return min(2*n, all)
}
