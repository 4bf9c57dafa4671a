package exact

import (
	"context"
	"slices"

	"breadboard/chains"
)

// A Frame holds the distributions at one level of an annealing: p_t, and the distribution that the forward chain has.
type Frame struct {
	T       int
	Beta    float64
	P       []float64 // p_t
	Forward []float64 // of the forward chain's x_t, after T_t moved it there
	Parts   []float64 // of B by cell, in the steps to this level from the frame before; nil in the first frame
}

// Frames returns the frames at these levels, which rise from 1 to T. It panics on others. With SkipLast the forward
// chain's x_T is x_{T-1}. The difference of the two means of log w is a sum over steps and over the cells in which the
// weight changes (Eq. 21, written out):
//
//	B = sum over t and x of [r_{t-1}(x) - q_{t-1}(x)] log(p_t(x)/p_{t-1}(x)),
//
// with q and r the distributions of the forward and the reverse chain's states. The part of a cell is its sum over the
// steps; the sums over x, for one t each, are the parts of Result.Steps. The densities are normalised, so that a
// constant in log f_t changes no part.
//
// If every x_t had the distribution p_t, no part would be negative: they are terms of J(p_{t-1}, p_t). A chain that
// lags behind adds to them: in a cell where p_t grows, q is below p_{t-1} and r above p_t. A part is negative if the
// forward chain is more often than the reverse one in a cell while p_t grows there.
//
// Both distributions are pushed as they are, so that also a kernel that does not keep p_t is described. A part has an
// error of about 1e-16 for each nat by which log p changes in the cell. It is +Inf if one chain can be in the cell
// before or after a step at which the other cannot.
func Frames(ctx context.Context, a chains.Annealing, levels []int) ([]Frame, error) {
	last := len(levels) - 1
	if last < 1 || levels[0] != 1 || levels[last] != a.T() || !slices.IsSorted(levels) {
		panic("exact: frames at levels that do not rise from 1 to T")
	}
	if err := a.Check(); err != nil {
		return nil, err
	}
	frames := make([]Frame, len(levels))
	for i, t := range levels {
		if frames[i].T, frames[i].Beta = t, a.Schedule.Beta(t); i > 0 {
			frames[i].Parts = make([]float64, a.Grid.Size())
		}
	}
	frameAt := func(t int) *Frame { // the first frame that is not below level t
		i, _ := slices.BinarySearch(levels, t)
		return &frames[i]
	}
	a, _ = a.WithoutConstants()
	prog := newProgress(ctx, a, nil)
	for _, forward := range []bool{true, false} {
		s := newChain(a, forward)
		// Upward this subtracts q log(p_t/p_{t-1}). Downward the logarithm has the other sign, so that the same
		// subtraction adds the terms of r.
		weigh := func(t int) {
			parts := frameAt(t).Parts
			for x, mass := range s.mass {
				if mass > 0 {
					parts[x] -= mass * chains.LogRatio(s.logp[x], s.logpBefore[x])
				}
			}
		}
		push := func() { apply(s.op.Push, &s.mass, &s.scratch) }
		s.run(prog, weigh, push, func() {
			if f := frameAt(s.level.T); forward && f.T == s.level.T {
				f.P = slices.Clone(s.p)
				f.Forward = slices.Clone(s.mass)
			}
		})
	}
	return frames, prog.err
}
