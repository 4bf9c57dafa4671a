package geweke

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
)

// Two tests rank the latents x of a pair from the model among other states, by each statistic. Given the data y, x is
// an exact draw of p(x | y).
//
// Simulation-based calibration (Talts et al. 2018) runs a chain from a draw of the prior, and takes a state after every
// Steps steps. If these were independent draws of p(x | y), x and they could change places, and the rank of x would be
// uniform on 0 to Others. States of a chain are not: a right kernel that has not forgotten after Steps steps is accused
// too. The test knows no reversal.
//
// The invariance test (Gandy and Scott 2020, exact rank test) gives x a random place among Others+1. From x it runs the
// chain forwards to the places behind, and its reversal backwards to those before, Steps steps from place to place. If
// the kernel leaves p(x | y) invariant, all of it is one chain in equilibrium, whatever the place of x was. So the rank
// is uniform, at any number of steps, and however slow the kernel is.
//
// A statistic may be equal for x and others. Then x has a random place among its equals, and so a uniform rank stays
// uniform.

// among counts by each statistic how many others have less than x, and how many have as much, given data y.
func (w *walker) among(ctx context.Context, x int, y [][]float64, dice chains.Dice) (less, ties []int, err error) {
	if err := w.see(ctx, y, x); err != nil {
		return nil, nil, err
	}
	own := w.statistics(x, nil)
	less = make([]int, len(own))
	ties = make([]int, len(own))
	visit := func(z int) {
		for k, v := range w.statistics(z, nil) {
			switch {
			case v < own[k]:
				less[k]++
			case v == own[k]:
				ties[k]++
			}
		}
	}
	if w.Kind == SBC {
		start := dice.Pick(chains.Normalized(w.prior))
		return less, ties, w.walk(ctx, start, w.Others, false, dice, visit)
	}
	before := dice.Pick(slices.Repeat([]float64{1}, w.Others+1))
	if err = w.walk(ctx, x, before, true, dice, visit); err == nil {
		err = w.walk(ctx, x, w.Others-before, false, dice, visit)
	}
	return less, ties, err
}

// walk visits so many states of a chain from x, or of its reversal, each Steps steps after the one before.
func (w *walker) walk(ctx context.Context, x, states int, back bool, dice chains.Dice, visit func(z int)) error {
	for range states {
		for range w.Steps {
			var err error
			if x, err = w.step(ctx, x, back, dice); err != nil {
				return err
			}
		}
		visit(x)
	}
	return nil
}

// placed is a rank: behind those that have less, and at a random place among the equals.
func placed(less, ties int, dice chains.Dice) int {
	return less + dice.Pick(slices.Repeat([]float64{1}, ties+1))
}

// eachRank is each rank among so many others once.
func eachRank(others int) []float64 {
	all := make([]float64, others+1)
	for i := range all {
		all[i] = float64(i)
	}
	return all
}

// even is the probability of counts that are at most as probable as those of these ranks, if ranks are uniform.
func even(ranks []float64, others int, dice chains.Dice) float64 {
	counts := make([]int, others+1)
	for _, r := range ranks {
		counts[int(r)]++
	}
	return evidence.Multinomial(counts, chains.Normalized(make([]float64, others+1)), Level, dice).P
}
