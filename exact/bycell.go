package exact

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// runBoth runs both chains. The terms of the step from level t-1 to level t are added to of(t). reach sees each
// chain at each level, with the law of its state there.
func runBoth(ctx context.Context, a chains.Annealing, of func(t int) []float64, reach func(s *passage, up bool)) error {
	if err := a.Check(); err != nil {
		return err
	}
	a, _ = a.Lowered()
	prog := newProgress(ctx, a, nil)
	for _, up := range []bool{true, false} {
		s := newPassage(a)
		// Upward the terms of q log(p_t/p_{t-1}) are subtracted. Downward the logarithm has the other sign, so that
		// the same subtraction adds the terms of r.
		weigh := func(t int) {
			parts := of(t)
			for x, mass := range s.law {
				if mass > 0 {
					parts[x] -= mass * chains.LogRatio(s.logp[x], s.before[x])
				}
			}
		}
		push := func(op chains.Operator) { move(op.Push, &s.law, &s.scratch) }
		s.run(prog, up, weigh, push, func() { reach(s, up) })
	}
	return prog.err
}

// A passage carries one chain from level to level.
type passage struct {
	a            chains.Annealing
	level        *chains.Level
	law          []float64 // of the chain's state
	logp, before []float64 // log p at the level and at the level before
	scratch      []float64
}

func newPassage(a chains.Annealing) *passage {
	v := vectors(a.Grid.Size(), 4)
	return &passage{a: a, level: a.NewLevel(), law: v[0], logp: v[1], before: v[2], scratch: v[3]}
}

// run goes up from level 1 with p_1, or down from level T with p_T. weigh makes the weight's step between levels t-1
// and t, and push that of the kernel, or downward of its reversal, which is aimed; upward the last kernel comes after
// the last weight. reach is called at each level.
func (s *passage) run(prog *progress, up bool, weigh func(t int), push func(chains.Operator), reach func()) {
	op := chains.On(s.a.Kernel, s.a.Grid)
	t := 1
	by := 1
	T := s.a.T()
	if !up {
		op = op.Reversal()
		t = T
		by = -1
	}
	s.a.LevelAt(s.level, t)
	chains.NormalizeLog(s.law, s.logp, s.level.LogF())
	reach()
	for range prog.through(2, T, 1) {
		upper := max(t, t+by)
		moves := upper <= s.a.PathEnd()
		if moves && !up {
			op.Aim(s.level)
			push(op)
		}
		t += by
		s.logp, s.before = s.before, s.logp
		s.a.LevelAt(s.level, t)
		chains.NormalizeLog(s.scratch, s.logp, s.level.LogF())
		weigh(upper)
		if moves && up {
			op.Aim(s.level)
			push(op)
		}
		reach()
	}
}

// LevelLaws holds the laws at one level of an annealing: the one that both chains should have there, and the two that
// they have.
type LevelLaws struct {
	T       int
	Beta    float64
	P       []float64 // p_t
	Forward []float64 // the law of the forward chain's x_t, after T_t moved it there
	Reverse []float64 // the law of the reverse chain's x_t, before the reversal of T_t moves it on
	// what the cells add to B in the steps to this level from the frame before; nil in the first frame
	Parts []float64
	Off   float64 // a bound on the error of the three laws in any cell
}

// Along returns the frames at these levels, which rise from 1 to T. It panics on others. With SkipLast the forward
// chain's x_T is x_{T-1}, and so is the reverse chain's. The difference of the two means of log w is a sum over steps
// and over the cells in which the weight changes (Eq. 21, written out):
//
//	B = sum over t and x of [r_{t-1}(x) - q_{t-1}(x)] log(p_t(x)/p_{t-1}(x)),
//
// with q_{t-1} the law of the forward chain's state x_{t-1}, and r_{t-1} that of the reverse chain's. The part of a
// cell is its sum over the steps; the sums over x, for one t each, are the parts of Result.Steps. The densities are
// normalised, so that a constant in log f_t changes no part.
//
// If every x_t had the law p_t, no part would be negative: they are terms of J(p_{t-1}, p_t). A chain that lags behind
// adds to them: in a cell where p_t grows, q is below p_{t-1} and r above p_t. A part is negative if the forward chain
// is more often than the reverse one in a cell while p_t grows there. Eq. (22)-(23) has terms that are never negative,
// but they belong to moves from one cell to another, and their sum over the moves of a step is not the step's part of
// B.
//
// Both laws are pushed as they are, so that also a kernel that breaks its law is described. A part has an error of
// about 1e-16 for each nat by which log p changes in the cell. It is +Inf if one chain can be in the cell before or
// after a step at which the other cannot.
func Along(ctx context.Context, a chains.Annealing, levels []int) ([]LevelLaws, error) {
	last := len(levels) - 1
	if last < 1 || levels[0] != 1 || levels[last] != a.T() || !slices.IsSorted(levels) {
		panic("exact: frames at levels that do not rise from 1 to T")
	}
	frames := make([]LevelLaws, len(levels))
	for i, t := range levels {
		if frames[i].T, frames[i].Beta = t, a.Schedule.Beta(t); i > 0 {
			frames[i].Parts = make([]float64, a.Grid.Size())
		}
	}
	from := func(t int) *LevelLaws { // the first frame that is not below level t
		i, _ := slices.BinarySearch(levels, t)
		return &frames[i]
	}
	err := runBoth(ctx, a, func(t int) []float64 { return from(t).Parts }, func(s *passage, up bool) {
		f := from(s.level.T)
		switch {
		case f.T != s.level.T:
		case up:
			f.P = chains.Normalized(s.level.LogF())
			f.Forward = slices.Clone(s.law)
		default:
			f.Reverse = slices.Clone(s.law)
		}
	})
	if err != nil {
		return frames, err
	}
	off := shareOff(a)
	for i := range frames {
		f := &frames[i]
		f.Off = off * max(floats.Max(f.P), floats.Max(f.Forward), floats.Max(f.Reverse))
	}
	return frames, nil
}

// shareOff bounds the relative error of a mass that was pushed from level 1 to T.
func shareOff(a chains.Annealing) float64 {
	first, last := a.Ends()
	spans := chains.LogSpan(first) + chains.LogSpan(last)
	return ulp * float64(a.T()) * (float64(a.Grid.Size()) + spans + 8)
}
