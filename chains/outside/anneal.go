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
	level := a.NewLevel()
	t, step := 1, 1
	if reverse {
		t, step = a.T(), -1
	}
	a.LevelAt(level, t)
	logw = make([]float64, len(states))
	for range a.T() - 1 {
		if reverse {
			if err := chains.MoveBy(ctx, m, level, states); err != nil {
				return logw, err
			}
		}
		here := slices.Clone(level.LogF())
		t += step
		a.LevelAt(level, t)
		for i, x := range states { // on the way down the gains are those of a forward run on the way up
			gain := chains.LogRatio(level.LogF()[x], here[x])
			logw[i] += float64(step) * gain
		}
		if !reverse {
			if err := chains.MoveBy(ctx, m, level, states); err != nil {
				return logw, err
			}
		}
	}
	return logw, nil
}
