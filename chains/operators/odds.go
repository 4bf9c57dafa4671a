package operators

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// Least is added to a mass that is divided by. It vanishes beside any mass that a level
// may have, and makes 0/0 come to 0 in a cell without mass.
const Least = lanes.Least

// Odds compares the densities of two cells at a level: by quotients of p if the level
// has it, and otherwise by exponentials of differences of log f.
type Odds struct {
	f    []float64 // p or log f
	none float64   // in a cell without mass
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

// Accept is min(1, f(y)/f(x)), the probability that Metropolis goes from x to y; y has
// mass.
func (o Odds) Accept(x, y int) float64 {
	if o.logs {
		return metropolisAccept(o.f[y] - o.f[x])
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
