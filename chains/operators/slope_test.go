package operators

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestLesserSlope: the loop for the rule of Metropolis moves the derivatives of the flows as the rule says them, on
// every kind of axis, where masses are equal and where there are none. A cell adds up a few flows below 1, each
// rounded.
func TestLesserSlope(t *testing.T) {
	for _, g := range []grid.Grid{grid.New(5, 4), grid.New(4, 3, 2).Of(grid.Ring, grid.Any, grid.Line)} {
		n := g.Size()
		from := make([]float64, n)
		to := make([]float64, n)
		q := make([]float64, n)
		slope := make([]float64, n)
		for x := range n {
			to[x] = math.Round(3 * math.Sin(float64(x*x))) // some are equal
			if x%7 == 3 {
				to[x] = math.Inf(-1)
				from[x] = math.Inf(-1)
			}
			q[x] = math.Cos(float64(3 * x))
			slope[x] = math.Sin(float64(5 * x))
		}
		o := NewLocal(g, Metropolis)
		level := chains.NewLevel(chains.Geometric{From: from, To: to}, n)
		level.Move(2, 0.4)
		o.Aim(level)
		got := make([]float64, n)
		o.PushSlope(got, q, slope)
		want := make([]float64, n)
		logf := level.LogF()
		for i, s := range o.steps {
			for x, mass := range q {
				p := o.rate(x, i)
				if p == 0 {
					continue
				}
				y := x + s.By
				each := o.proposes(i)
				flow := mass * each * Metropolis.Turn(p/each, logf[y]-logf[x], slope[y]-slope[x])
				want[x] -= flow
				want[y] += flow
			}
		}
		for x, v := range want {
			if !(math.Abs(got[x]-v) <= 1e-15) {
				t.Errorf("%v: cell %d changes at the rate %v, and by the rule at %v", g, x, got[x], v)
			}
		}
	}
}
