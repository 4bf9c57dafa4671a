package operators

import (
	"math"

	"breadboard/chains/lanes"
)

// A Rule is a rule for accepting a symmetric proposal, in detailed balance:
// Accept(d) = exp(d) Accept(-d).
type Rule struct {
	// Accept is the probability of accepting, given d = log f(y) - log f(x).
	Accept func(d float64) float64
	// Ratio is the same probability, given r = f(y)/f(x).
	Ratio func(r float64) float64
	// Reject is 1 - Ratio(r), without cancellation.
	Reject func(r float64) float64
	// Turn is the derivative of a = Accept(d) as d changes at the rate slope. If
	// Accept has a corner at d, Turn is the derivative on the side that d moves to.
	Turn func(a, d, slope float64) float64
	// Conduct sets the flows of a pair of functions along edges.
	Conduct Conductance
}

// Metropolis accepts with min(1, f(y)/f(x)).
var Metropolis = Rule{metropolisAccept, metropolisRatio, metropolisReject, metropolisTurn, lanes.Lesser}

func metropolisAccept(d float64) float64 {
	if d >= 0 {
		return 1
	}
	return math.Exp(d)
}

func metropolisRatio(r float64) float64 { return min(1, r) }

func metropolisReject(r float64) float64 { return max(1-r, 0) }

// metropolisTurn has a corner at d = 0.
func metropolisTurn(a, d, slope float64) float64 {
	if d > 0 || d == 0 && slope > 0 {
		return 0
	}
	return a * slope
}

// Barker accepts with f(y)/(f(x)+f(y)).
var Barker = Rule{barkerAccept, barkerRatio, barkerReject, barkerTurn, lanes.Harmonic}

func barkerAccept(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

func barkerRatio(r float64) float64 { return r / (1 + r) }

func barkerReject(r float64) float64 { return 1 / (1 + r) }

func barkerTurn(a, _, slope float64) float64 { return a * (1 - a) * slope }
