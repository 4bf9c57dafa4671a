package bdmc

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// along makes runs of one particle on a path, side by side, and returns their log weights. The
// runs share the densities of a step, which take longer to compute than all runs take to make
// it. In reverse every run begins at an exact sample of its own: a draw from the target.
func along(ctx context.Context, path programs.Path, target []float64, reverse bool, runs int) ([]float64, error) {
	first := path.Start()
	if reverse {
		first = target
	}
	logw, cells, dice := make([]float64, runs), make([]int, runs), make([]chains.Dice, runs)
	for i := range runs {
		dice[i] = sample.Seeded(runSeed, uint64(i))
		cells[i] = dice[i].Pick(first)
	}
	for t := range path.Len() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if reverse {
			t = path.Len() - 1 - t
		}
		step := path.At(t)
		for i, x := range cells {
			if reverse { // weighed where the particle was before the step
				x = programs.MoveAll(x, step.Backs, dice[i])
				logw[i] = chains.Gain(logw[i], step.LogW[x])
			} else {
				logw[i] = chains.Gain(logw[i], step.LogW[x])
				x = programs.MoveAll(x, step.Moves, dice[i])
			}
			cells[i] = x
		}
	}
	return logw, nil
}
