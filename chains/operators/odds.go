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
type Odds struct{ p, logf []float64 }

// OddsAt returns the odds at a level.
func OddsAt(l *chains.Level) Odds {
	if l.P != nil {
		return Odds{p: l.P}
	}
	return Odds{logf: l.LogF()}
}

// OddsOf returns the odds for a log density.
func OddsOf(logf []float64) Odds { return Odds{logf: logf} }

// None reports whether x has no mass.
func (o Odds) None(x int) bool {
	if o.p != nil {
		return o.p[x] == 0
	}
	return math.IsInf(o.logf[x], -1)
}

// Less reports whether y has less mass than x.
func (o Odds) Less(y, x int) bool {
	if o.p != nil {
		return o.p[y] < o.p[x]
	}
	return o.logf[y] < o.logf[x]
}

// Accept is min(1, f(y)/f(x)), the probability that Metropolis goes from x to y; y has
// mass.
func (o Odds) Accept(x, y int) float64 {
	if o.p != nil {
		return min(1, o.Quotient(y, x))
	}
	return metropolisAccept(o.logf[y] - o.logf[x])
}

// Reject is 1 - Accept, without cancellation.
func (o Odds) Reject(x, y int) float64 {
	switch {
	case !o.Less(y, x):
		return 0
	case o.p != nil:
		return (o.p[x] - o.p[y]) / o.p[x]
	}
	return -math.Expm1(o.logf[y] - o.logf[x])
}

// Quotient is f(y)/f(x): 0 if y has no mass, and very large if only x has none.
func (o Odds) Quotient(y, x int) float64 {
	if o.p != nil {
		return o.p[y] / (o.p[x] + Least)
	}
	return quotient(o.logf[y], o.logf[x])
}

func quotient(y, x float64) float64 {
	if math.IsInf(y, -1) {
		return 0
	}
	return math.Exp(y - x)
}
