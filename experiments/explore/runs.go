package explore

import (
	"cmp"
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/sample"
)

// A Walk has 200 runs in each direction of the annealings that stop at some levels.
type Walk struct {
	Levels   []int     `json:"levels"`
	Cells    [][]int32 `json:"cells"`    // by level, the cell of each forward chain
	Proposed [][]int32 `json:"proposed"` // by step between levels, as sample.Proposals; null if levels are left out
	Ends     [2]Number `json:"ends"`     // of the bins of all levels
	Runs     []Weights `json:"runs"`     // by level
}

// Weights has the log weights of the runs that stop at a level, less log R. The estimates are B with its standard
// error, of all runs and of the first 20 in each direction.
type Weights struct {
	Counts [2][]int  `json:"counts"` // of forward and of reverse runs, by bin
	Means  [2]Number `json:"means"`
	B      [2]Number `json:"B"`
	Few    [2]Number `json:"few"`
}

// ChainsAlong returns runs at frames levels as LevelDistributions chooses them; at 101 if frames is 0, and at most. The
// command sample has the same B at the end.
func ChainsAlong(ctx context.Context, q Question, frames int) (w Walk, err error) {
	const usual, chains, seed = 101, 200, 1
	r, err := q.run(ctx)
	if err != nil {
		return w, err
	}
	if w.Levels, err = r.evenly(min(cmp.Or(frames, usual), usual)); err != nil {
		return w, err
	}
	all, err := sample.Stopped(ctx, r.annealing, chains, seed, w.Levels)
	if err != nil {
		return w, err
	}
	const margin = 0.01 // at the first level all log weights are 0
	low, high := -margin, margin
	for _, of := range all {
		low = min(low, floats.Min(of.Forward.LogW)-margin, floats.Min(of.Reverse.LogW)-margin)
		high = max(high, floats.Max(of.Forward.LogW)+margin, floats.Max(of.Reverse.LogW)+margin)
	}
	w.Ends = [2]Number{Number(low), Number(high)}
	for _, of := range all {
		w.Cells = append(w.Cells, of.Forward.Cells)
		w.Runs = append(w.Runs, weightsOf(of, low, high))
	}
	if len(w.Levels) == r.annealing.T() {
		w.Proposed = sample.Proposals(r.annealing, w.Cells, seed)
	}
	return w, nil
}

// weightsOf returns the numbers of a level's runs, in bins from low to high. No log weight is infinite, because runs
// begin where the target has mass.
func weightsOf(of sample.Runs, low, high float64) (w Weights) {
	const bins, few = 32, 20
	for i, logw := range [][]float64{of.Forward.LogW, of.Reverse.LogW} {
		w.Means[i] = Number(floats.Sum(logw) / float64(len(logw)))
		w.Counts[i] = make([]int, bins)
		for _, v := range logw {
			w.Counts[i][min(int(bins*(v-low)/(high-low)), bins-1)]++
		}
	}
	all := of.B()
	of.Forward.LogW, of.Reverse.LogW = of.Forward.LogW[:few], of.Reverse.LogW[:few]
	first := of.B()
	w.B, w.Few = [2]Number{Number(all.Value), Number(all.StdErr)}, [2]Number{Number(first.Value), Number(first.StdErr)}
	return w
}
