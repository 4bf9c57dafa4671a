package geweke

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
)

// Simulation-based calibration (Talts et al. 2018) ranks the latents x of a pair from the model among other states, by
// each statistic. Given the data y, x is an exact draw of p(x | y). A chain runs from a draw of the prior, and a state
// is taken after every Steps steps. If these were independent draws of p(x | y), x and they could change places, and
// the rank of x would be uniform on 0 to Others. States of a chain are not: a right kernel that has not forgotten after
// Steps steps has uneven ranks too.
//
// A statistic may be equal for x and others. Then x has a random place among its equals, and so a uniform rank stays
// uniform.

// among counts by each statistic how many others have less than x, and how many have as much, given data y.
func (w *walker) among(ctx context.Context, x int, y [][]float64, dice chains.Dice) (less, ties []int, err error) {
	if err := w.see(ctx, y); err != nil {
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
	z := dice.Pick(chains.Normalized(w.prior))
	for range w.Others {
		for range w.Steps {
			if z, err = w.step(ctx, z, dice); err != nil {
				return nil, nil, err
			}
		}
		visit(z)
	}
	return less, ties, nil
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
