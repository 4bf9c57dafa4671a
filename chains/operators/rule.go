package operators

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
)

// An Acceptance returns, at a level, the probabilities of accepting and of rejecting a proposal of y from
// x, two cells with mass, or from a cell x without mass.
type Acceptance[N any] func(v chains.View[N]) func(x, y int) (accept, reject N)

// A Rule is a rule for accepting a symmetric proposal, in detailed balance: f(x) accept(x,y) is
// f(y) accept(y,x).
type Rule struct {
	Float    Acceptance[numbers.Float]
	Interval Acceptance[*numbers.Interval]
	Wide     Acceptance[numbers.Wide]
	// Fast is the probability of accepting alone, in plain float64, by the quotient of the masses, and Rise by the
	// difference of the log densities.
	Fast, Rise func(by float64) float64
	// Turn is the derivative of the probability a of accepting as d = log f(y) - log f(x) changes at the rate
	// slope. If a has a corner at d, Turn takes the side that d moves to.
	Turn func(a, d, slope float64) float64
	// Conduct sets the flows of a pair of functions along edges.
	Conduct lanes.Conductance
}

// fast is the probability of accepting y from x in plain float64; y has mass.
func (r Rule) fast(v *View, x, y int) float64 {
	if v.logs {
		return r.Rise(v.f[y] - v.f[x])
	}
	return r.Fast(v.f[y] / (v.f[x] + Least))
}

// Metropolis accepts with min(1, f(y)/f(x)), which has its corner at d = 0.
var Metropolis = Rule{
	Float: metropolis[numbers.Float], Interval: metropolis[*numbers.Interval], Wide: metropolis[numbers.Wide],
	Fast: func(quotient float64) float64 { return min(1, quotient) },
	Rise: func(d float64) float64 {
		if d < 0 {
			return math.Exp(d)
		}
		return 1
	},
	Turn: func(a, d, slope float64) float64 {
		if d > 0 || d == 0 && slope > 0 {
			return 0
		}
		return a * slope
	},
	Conduct: lanes.Lesser,
}

// Barker accepts with f(y)/(f(x)+f(y)).
var Barker = Rule{
	Float: barker[numbers.Float], Interval: barker[*numbers.Interval], Wide: barker[numbers.Wide],
	Fast:    func(quotient float64) float64 { return quotient / (1 + quotient) },
	Rise:    func(d float64) float64 { return 1 / (1 + math.Exp(-d)) },
	Turn:    func(a, _, slope float64) float64 { return a * (1 - a) * slope },
	Conduct: lanes.Harmonic,
}

func metropolis[N any](v chains.View[N]) func(x, y int) (accept, reject N) { return v.Metropolis }

func barker[N numbers.Number[N]](v chains.View[N]) func(x, y int) (accept, reject N) {
	one := v.Num(1)
	of := func(x, y int) (accept, reject N) {
		if !v.Has(x) {
			return one, v.Num(0)
		}
		ratio := v.Quotient(y, x)
		return one.Over(one.Plus(one.Over(ratio))), one.Over(one.Plus(ratio))
	}
	return func(x, y int) (accept, reject N) { return v.Pair(x, y, of) }
}

// Proposed is the definition of a kernel that proposes one of `many` cells, all as probable, and accepts by a
// rule. From x these are the cells y != x that near visits, and as many more that are rejected, such as
// those off the grid. near visits x from y if it visits y from x. A wall is rejected.
func Proposed(many int, near func(x int, visit func(y int)), r Rule) chains.Outcomes {
	float := proposed(many, near, r.Float)
	return chains.Outcomes{
		Out:      many,
		Float:    float,
		Interval: proposed(many, near, r.Interval),
		Wide:     proposed(many, near, r.Wide),
		Single:   float,
	}
}

// Drawn makes steps by drawing a proposal, and accepting it by the rule. Without ok the walker stays.
func (r Rule) Drawn(propose func(x int, d chains.Dice) (y int, ok bool)) chains.Draws {
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		accepts := r.Float(v)
		odds := make([]float64, 2)
		return func(x int, d chains.Dice) int {
			y, ok := propose(x, d)
			if !ok || !v.Open(y) {
				return x
			}
			accept, reject := accepts(x, y)
			odds[0] = float64(accept)
			odds[1] = float64(reject)
			if d.Pick(odds) == 1 {
				return x
			}
			return y
		}
	}
}

func proposed[N any](many int, near func(x int, visit func(y int)), accepts Acceptance[N]) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		accepts, one := accepts(v), v.Num(1)
		return func(x int, visit func(y int, weight N)) {
			others := many
			near(x, func(y int) {
				others--
				if !v.Open(y) {
					visit(x, one)
					return
				}
				accept, reject := accepts(x, y)
				visit(y, accept)
				visit(x, reject)
			})
			if others > 0 {
				visit(x, v.Num(float64(others)))
			}
		}
	}
}
