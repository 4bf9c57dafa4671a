package outside

import (
	"context"
	"slices"

	"breadboard/chains"
)

// Anneal moves walkers through an annealing by a kernel of which nothing but its moves is known, and returns their
// log weights: up from states at the first level, or, in reverse, down from states at the last. It sets states to
// where they end. In reverse the walkers move by the same kernel: the mean of log w is above log R whether or not
// that is the reversal, and the walk is BREAD's reverse run if it is.
func Anneal(ctx context.Context, m chains.Mover, a chains.Annealing, reverse bool, states []int) (
	logw []float64, err error) {
	level, first := a.NewLevel(), 1
	if reverse {
		first = a.T()
	}
	a.LevelAt(level, first)
	logw = make([]float64, len(states))
	weigh := func(t int) { // on the way down the gains are those of a forward run on the way up
		here := slices.Clone(level.LogF())
		a.LevelAt(level, t)
		there := level.LogF()
		if reverse {
			here, there = there, here
		}
		for i, x := range states {
			logw[i] += chains.LogRatio(there[x], here[x])
		}
	}
	for k := range a.T() - 1 {
		t := 2 + k
		if reverse {
			t = a.T() - k
		} else {
			weigh(t)
		}
		if err := chains.MoveBy(ctx, m, level, states); err != nil {
			return logw, err
		}
		if reverse {
			weigh(t - 1)
		}
	}
	return logw, nil
}
