package operators

import (
	"cmp"
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// Least is added to a mass before a division by it. It vanishes beside any mass that a
// level may have, and turns 0/0 into 0 in a cell without mass.
const Least = lanes.Least

// Odds compares the densities of two cells at a level: by quotients of p if the level
// has it, and otherwise by exponentials of differences of log f.
type Odds struct {
	f    []float64 // p or log f
	none float64   // the value of f in a cell without mass
	logs bool
}

// OddsAt returns the odds at a level.
func OddsAt(l *chains.Level) Odds {
	if l.P != nil {
		return Odds{f: l.P}
	}
	return OddsOf(l.LogF())
}

// OddsOf returns the odds for a log density.
func OddsOf(logf []float64) Odds { return Odds{f: logf, none: math.Inf(-1), logs: true} }

// None reports whether x has no mass.
func (o Odds) None(x int) bool { return o.f[x] == o.none }

// Less reports whether y has less mass than x.
func (o Odds) Less(y, x int) bool { return o.f[y] < o.f[x] }

// Compare orders cells by their mass.
func (o Odds) Compare(x, y int) int { return cmp.Compare(o.f[x], o.f[y]) }

// Accept is min(1, f(y)/f(x)), the probability that Metropolis goes from x to y; y has
// mass.
func (o Odds) Accept(x, y int) float64 {
	if o.logs {
		return metropolis(o.f[y] - o.f[x])
	}
	return min(1, o.f[y]/(o.f[x]+Least))
}

// Reject is 1 - Accept, without cancellation.
func (o Odds) Reject(x, y int) float64 {
	switch {
	case !o.Less(y, x):
		return 0
	case o.logs:
		return -math.Expm1(o.f[y] - o.f[x])
	}
	return (o.f[x] - o.f[y]) / o.f[x]
}

// Quotient is f(y)/f(x): 0 if y has no mass, and very large if only x has none.
func (o Odds) Quotient(y, x int) float64 {
	switch {
	case o.None(y):
		return 0
	case o.logs:
		return math.Exp(o.f[y] - o.f[x])
	}
	return o.f[y] / (o.f[x] + Least)
}

// A Rule is a rule for accepting a symmetric proposal, in detailed balance:
// Accept(d) = exp(d) Accept(-d).
type Rule struct {
	// Accept is the probability of accepting, given d = log f(y) - log f(x).
	Accept func(d float64) float64
	// Ratio is the same probability, given r = f(y)/f(x).
	Ratio func(r float64) float64
	// Reject is 1 - Ratio(r), without cancellation.
	Reject func(r float64) float64
	// Turn is the derivative of a = Accept(d) as d changes at the rate slope. If Accept
	// has a corner at d, Turn takes the side that d moves to.
	Turn func(a, d, slope float64) float64
	// Conduct sets the flows of a pair of functions along edges.
	Conduct Conductance
}

// Metropolis accepts with min(1, f(y)/f(x)). Accept has its corner at d = 0.
var Metropolis = Rule{
	Accept: metropolis,
	Ratio:  func(r float64) float64 { return min(1, r) },
	Reject: func(r float64) float64 { return max(1-r, 0) },
	Turn: func(a, d, slope float64) float64 {
		if d > 0 || d == 0 && slope > 0 {
			return 0
		}
		return a * slope
	},
	Conduct: lanes.Lesser,
}

func metropolis(d float64) float64 {
	if d >= 0 {
		return 1
	}
	return math.Exp(d)
}

// Barker accepts with f(y)/(f(x)+f(y)).
var Barker = Rule{
	Accept:  func(d float64) float64 { return 1 / (1 + math.Exp(-d)) },
	Ratio:   func(r float64) float64 { return r / (1 + r) },
	Reject:  func(r float64) float64 { return 1 / (1 + r) },
	Turn:    func(a, _, slope float64) float64 { return a * (1 - a) * slope },
	Conduct: lanes.Harmonic,
}
