package experiments

import (
	"context"

	"breadboard/exact"
)

// Along are the laws at every level of the annealing of T levels: what both chains should have there, and what they
// have. They are of the target's cells. The error is ctx's, or a Fault if there is no such schedule.
func (c Chain) Along(ctx context.Context, T int) ([]exact.LevelLaws, error) {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return nil, err
	}
	levels := make([]int, T)
	for t := range levels {
		levels[t] = t + 1
	}
	return exact.Along(ctx, a, levels)
}

// AlongBytes is the memory of Along beside that of an exact run: three laws and a part of B for each level and cell.
func AlongBytes(f Found, T int) float64 {
	const vectors = 4
	return numberBytes * vectors * float64(f.Grid.Size()) * float64(T)
}
