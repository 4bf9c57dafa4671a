package exact

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

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
	if err := a.Check(); err != nil {
		return nil, err
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
	a, _ = a.Lowered()
	prog := newProgress(ctx, a, nil)
	for _, forward := range []bool{true, false} {
		s := newPassage(a, forward)
		// Upward the terms of q log(p_t/p_{t-1}) are subtracted. Downward the logarithm has the other sign, so that
		// the same subtraction adds the terms of r.
		weigh := func(t int) {
			parts := from(t).Parts
			for x, mass := range s.law {
				if mass > 0 {
					parts[x] -= mass * chains.LogRatio(s.logp[x], s.was[x])
				}
			}
		}
		push := func() { move(s.op.Push, &s.law, &s.scratch) }
		s.run(prog, weigh, push, func() {
			f := from(s.level.T)
			switch {
			case f.T != s.level.T:
			case forward:
				f.P = slices.Clone(s.p)
				f.Forward = slices.Clone(s.law)
			default:
				f.Reverse = slices.Clone(s.law)
			}
		})
	}
	return frames, prog.err
}

// A cellwise finds F and G from their definitions, on any bridge, at any depth. Upward it
// pushes two measures of the forward chain, and pulls two functions of the reverse one:
//
//	F_t(x) = E[log ŵ; x_t = x, ŵ > 0]                  lost_t(x) = P(x_t = x, ŵ = 0)
//	G_t(x) = E[log ŵ | x_t = x, all paths from p_1]    new_t(x) > 0 if there are other paths
type cellwise struct {
	*passage          // its law is live, of the chains whose weight is not 0
	lost, f, g, found []float64
}

// byLastCell sets F and G.
func (r *Result) byLastCell(prog *progress, a chains.Annealing) {
	v := vectors(a.Grid.Size(), 4)
	c := cellwise{newPassage(a, true), v[0], v[1], v[2], v[3]}
	c.run(prog, func(int) { c.weigh() }, c.push, func() {})
	r.F, r.G = c.f, c.g
	// E_fwd[ŵ] and E_rev[1/ŵ] if weighted measures would need masses below any float: by the law of programs they are
	// the mass of the reverse paths from p_1, and of the forward paths to p_T.
	if math.IsNaN(r.MeanW) {
		r.MeanW = 1 - floats.Dot(r.P, c.found)
	}
	if math.IsNaN(r.MeanInvW) {
		r.MeanInvW = floats.Sum(c.law)
	}
	for x := range c.lost {
		if c.lost[x] > 0 {
			r.F[x] = math.Inf(-1)
		}
		if c.found[x] > 0 {
			r.G[x] = math.Inf(1)
		}
	}
}

func (c *cellwise) weigh() {
	for x := range c.logp {
		rise := chains.LogRatio(c.logp[x], c.was[x])
		switch {
		case math.IsInf(c.logp[x], -1): // whoever is here has weight 0, and no reverse chain comes here
			c.lost[x] += c.law[x]
			c.law[x] = 0
			c.f[x] = 0
			c.g[x] = 0
			c.found[x] = 0
		case math.IsInf(rise, 1):
			c.g[x], c.found[x] = 0, 1
		default:
			c.f[x] += c.law[x] * rise
			c.g[x] += rise
		}
	}
}

// push makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs
// is exact.
func (c *cellwise) push() {
	move(c.op.Push, &c.law, &c.scratch)
	move(c.op.Push, &c.lost, &c.scratch)
	move(c.op.Push, &c.f, &c.scratch)
	back := c.op.Reversal()
	move(back.Pull, &c.g, &c.scratch)
	move(back.Pull, &c.found, &c.scratch)
}
