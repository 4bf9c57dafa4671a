package outside

import (
	"context"
	"slices"

	"breadboard/chains"
)

// Anneal moves walkers through an annealing by a kernel that is known by its moves alone, and returns their log
// weights. It goes up from states at the first level, or, in reverse, down from states at the last, and sets states to
// the walkers' ends. In reverse the walkers move by the same kernel: the mean of log w is above log R whether or not
// that is the reversal. If it is, the walk is BREAD's reverse run.
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
		for i, x := range states { // the gains down are the gains of a forward run up
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
