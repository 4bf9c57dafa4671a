package exact

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Frame is one level of an annealing: the law that both chains should have there, and those that they have. On
// an extended space (chains.Annealing.Extended) all are of the cell.
type Frame struct {
	T       int
	Beta    float64
	P       []float64 // p_t
	Forward []float64 // the law of the forward chain's x_t, after T_t moved it there
	Reverse []float64 // the law of the reverse chain's x_t, before the reversal of T_t moves it on
	// Parts are what the cells add to B in the steps to this level from the frame before. They are nil in the first
	// frame, and their sum over all frames is that of ByCell.
	Parts []float64
	Off   float64 // a bound on the error of the three laws in any cell
}

// Along returns the frames at these levels, which rise from 1 to T. It panics on others. It pushes both laws as they
// are, as ByCell does. With SkipLast the forward chain's x_T is x_{T-1}, and so is the reverse chain's.
func Along(ctx context.Context, a chains.Annealing, levels []int) ([]Frame, error) {
	last := len(levels) - 1
	if last < 1 || levels[0] != 1 || levels[last] != a.T() || !slices.IsSorted(levels) {
		panic("exact: frames at levels that do not rise from 1 to T")
	}
	frames := make([]Frame, len(levels))
	for i, t := range levels {
		if frames[i].T, frames[i].Beta = t, a.Schedule.Beta(t); i > 0 {
			frames[i].Parts = make([]float64, a.Grid.Size())
		}
	}
	cells := func(law []float64) []float64 { return perCell(law, a.PerCell()) }
	from := func(t int) *Frame { // the first frame that is not below level t
		i, _ := slices.BinarySearch(levels, t)
		return &frames[i]
	}
	err := runBoth(ctx, a, func(t int) []float64 { return from(t).Parts }, func(s *shares, up bool) {
		f := from(s.level.T)
		switch {
		case f.T != s.level.T:
		case up:
			f.P, f.Forward = cells(chains.Normalized(s.level.LogF())), cells(s.law)
		default:
			f.Reverse = cells(s.law)
		}
	})
	if err != nil {
		return frames, err
	}
	off := newNoise(a).pushed(a.T())
	for i := range frames {
		f := &frames[i]
		f.Off = off * max(floats.Max(f.P), floats.Max(f.Forward), floats.Max(f.Reverse))
	}
	for i := range frames[1:] {
		frames[i+1].Parts = cells(frames[i+1].Parts)
	}
	return frames, nil
}

// perCell adds up the states of each cell, k of which lie side by side, into new memory.
func perCell(states []float64, k int) []float64 {
	cells := make([]float64, 0, len(states)/k)
	for part := range slices.Chunk(states, k) {
		cells = append(cells, floats.Sum(part))
	}
	return cells
}
