package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
)

// A Stein has two kernel Stein discrepancies of q from p: the largest E_q[A f], for an operator A with E_p[A f] = 0,
// over all f of norm 1 by the kernel k(x,y) = exp(-H/d), where H of the d coordinates of x and y differ. With v such
// that E_q[A f] = <f, v>, it is the root of Σ k(x,y) v(x) v(y).
type Stein struct {
	// Difference has the operator of Yang, Liu, Rao and Neville (2018). f has a part f_i for each axis, and A f(x) is
	// the sum of s_i(x) f_i(x) - (f_i(x) - f_i(y)), s_i(x) = 1 - p(z)/p(x), where z is the next cell along the axis,
	// the first after the last, and y the one before. So v_i(x) = q(z) - q(x) p(z)/p(x). NaN where p has a cell without
	// mass.
	Difference float64
	// Barker has the operator of Hodgkinson, Salomone and Roosta (2020) with Barker's rates: A f(x) is the mean of
	// (f(y) - f(x)) p(y)/(p(x) + p(y)) over the moves from x to y. So v is what a step of Barker's kernel changes in q:
	// the mean of (q(y) p(x) - q(x) p(y))/(p(x) + p(y)), 0 where neither has mass.
	Barker float64
}

// steinMoves is the number of moves of all cells up to which Stein answers: in 50 ms at most, on 14 spins.
const steinMoves = 1 << 18

// Stein returns the discrepancies of Q from p_T on the annealing's grid: 0 where J is, and NaN above steinMoves moves.
// As E_p[A f] = 0, d = q - p stands for q, and no digits are lost.
func (g Measured) Stein(on grid.Grid) (s Stein) {
	if len(g.d) != on.Size() || on.Size()*on.Moves() > steinMoves {
		return Stein{math.NaN(), math.NaN()}
	}
	ring := on.Of(grid.Ring)
	p := g.P
	v := make([]float64, on.Size())
	for axis := range on.Axes() {
		for x := range v {
			z, _ := ring.Along(x, axis, 1)
			v[x] = g.d[z] - g.d[x]*(p[z]/p[x])
		}
		s.Difference = math.Hypot(s.Difference, steinNorm(on, v))
	}
	clear(v)
	for x := range v {
		for m := range on.Moves() {
			if y, _ := on.Move(x, m); p[x]+p[y] > 0 {
				v[x] += (g.d[y]*p[x] - g.d[x]*p[y]) / (p[x] + p[y]) / float64(on.Moves())
			}
		}
	}
	s.Barker = steinNorm(on, v)
	if g.J() == 0 {
		s = Stein{}
	}
	if slices.Contains(p, 0) {
		s.Difference = math.NaN()
	}
	return s
}

// steinNorm returns the root of Σ k(x,y) v(x) v(y), whose squares may be no floats. k is a product over axes, of 1 for
// the same coordinate and e for others. It changes v.
func steinNorm(on grid.Grid, v []float64) float64 {
	largest := floats.Norm(v, math.Inf(1))
	if largest == 0 {
		return 0
	}
	for x := range v {
		v[x] /= largest
	}
	e := math.Exp(-1 / float64(on.Axes()))
	kv := slices.Clone(v)
	for axis := range on.Axes() {
		lines := on.Lines(axis)
		sums := make([]float64, lines.Count)
		for x, value := range kv {
			sums[lines.Of(x)] += value
		}
		for x := range kv {
			kv[x] += e * (sums[lines.Of(x)] - kv[x])
		}
	}
	return largest * math.Sqrt(max(0, floats.Dot(v, kv)))
}
