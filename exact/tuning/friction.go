package tuning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// MaxCells is the largest number of cells with mass for which friction is computed. It
// eliminates a matrix with that many rows at each of some hundred betas.
const MaxCells = 1024

// friction returns the metric that is the asymptotic variance of the slope under the kernel at
// β. With s the centred slope, C_k its autocovariance k steps apart and F the fundamental matrix
// (I - T + 1p)^-1 (Kemeny and Snell 1960) it is
//
//	ζ = C_0 + 2 Σ_k C_k = 2 <s, F s>_p - C_0,
//
// and F s solves Poisson's equation (I - T) y = s. One beta takes up to half a second; if ctx has ended it is not
// begun.
func friction(ctx context.Context, a chains.Annealing) (metric, error) {
	a, _ = a.Lowered()
	n := a.Grid.Size()
	r := &resistance{
		a:     a,
		op:    chains.On(a.Kernel, a.Grid),
		level: a.NewLevel(),
		p:     make([]float64, n),
		slope: make([]float64, n),
		y:     make([]float64, n),
		place: make([]int, n),
	}
	r.level.Move(0, 0.5)
	normalize(r.p, r.level.LogF())
	live := floats.Count(func(v float64) bool { return v > 0 }, r.p)
	if live > MaxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; at most %d would do", live, MaxCells)
	}
	return func(beta float64) (float64, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		r.moveTo(beta)
		r.solve()
		if !r.connected {
			return 0, errors.New("the kernel does not get from every cell with mass to every other, " +
				"so that its friction is infinite; another kernel, or fisher, would do")
		}
		return r.variance(), nil
	}, nil
}

// A resistance computes the friction at one β after another.
type resistance struct {
	a         chains.Annealing
	op        chains.Operator
	level     *chains.Level
	p, slope  []float64           // at the level; the slope is centred
	live      []int               // the cells with mass
	place     []int               // of each cell among them; -1 for a cell without mass
	chain     spectra.Elimination // I - T between the cells with mass
	y         []float64           // by place: the slope, and then the solution
	connected bool                // the kernel gets from every cell with mass to every other
}

// moveTo sets all that is at a level, and lists the cells with mass.
func (r *resistance) moveTo(beta float64) {
	r.level.Move(0, beta)
	normalize(r.p, r.level.LogF())
	centred(r.slope, r.p, r.a.Bridge, beta)
	if chains.LogSpan(r.level.LogF()) < chains.MaxLogSpan {
		r.level.P = r.p
	}
	r.op.Aim(r.level)
	r.live = r.live[:0]
	for x, v := range r.p {
		if v > 0 {
			r.live = append(r.live, x)
		}
	}
	// The solution is 0 in the first cell. In one of mass 1e-300 the others would be hitting times of 1e300.
	heaviest := slices.Index(r.live, floats.MaxIdx(r.p))
	r.live[0], r.live[heaviest] = r.live[heaviest], r.live[0]
	for x := range r.place {
		r.place[x] = -1
	}
	for i, x := range r.live {
		r.place[x] = i
		r.y[i] = r.slope[x]
	}
}

// solve sets y to a solution of (I - T) y = s, unless the kernel does not connect the cells. It differs from F s by a
// constant, which does not matter to a centred function.
func (r *resistance) solve() {
	r.chain.Reset(len(r.live))
	for i, x := range r.live {
		r.op.Row(x, func(y int, q float64) {
			if j := r.place[y]; j >= 0 {
				r.chain.Add(i, j, q)
			}
		})
	}
	r.connected = r.chain.Eliminate()
	if r.connected {
		r.chain.Solve(r.y[:len(r.live)])
	}
}

// variance is 2 <s, y>_p - <s, s>_p.
func (r *resistance) variance() float64 {
	zeta := 0.0
	c0 := 0.0
	for i, x := range r.live {
		zeta += 2 * r.p[x] * r.slope[x] * r.y[i]
		c0 += r.p[x] * r.slope[x] * r.slope[x]
	}
	return zeta - c0
}
