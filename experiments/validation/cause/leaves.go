package cause

import (
	"math"

	"breadboard/chains"
)

// leaves reports whether the kernel leaves the density of a level invariant, to rounding, at every
// level that is looked at. The density differs from the level's own at each.
func (c Case) leaves(logf func(l Level) []float64) bool {
	return c.everywhere(func(l Level) bool {
		other := logf(l)
		if other == nil {
			return false
		}
		return l.leaves(chains.Normalized(other))
	})
}

// leaves reports whether a step leaves this density invariant, relative to each of its masses. The rows of cells that
// have mass under it alone may be lost, as those of walls are: then detailed balance between all other cells tells.
func (l Level) leaves(p []float64) bool {
	if l.Fits != nil {
		return l.Fits(p)
	}
	lost := false
	for x, mass := range l.P {
		lost = lost || mass == 0 && p[x] > 0
	}
	return l.after(p) || lost && l.balances(p, func(x int) []float64 {
		if l.P[x] == 0 {
			return nil
		}
		return l.Rows[x]
	})
}

// after reports whether a step from p ends in p.
func (l Level) after(p []float64) bool {
	after := make([]float64, len(p))
	for x, row := range l.Rows {
		if p[x] == 0 {
			continue
		}
		for y, v := range row {
			after[y] += p[x] * v
		}
	}
	for y, v := range after {
		if !(math.Abs(v-p[y]) <= 2e-10*p[y]+1e-290) { // twice the limit of the law
			return false
		}
	}
	return true
}

// fewFlows is a number of pairs of cells that balance by chance.
const fewFlows = 4

// balances reports whether the flows between any two cells whose rows are known, and not nil, are those back, and some
// are above 0.
func (l Level) balances(p []float64, row func(x int) []float64) bool {
	flows := 0
	for x := range p {
		from := row(x)
		if from == nil {
			continue
		}
		for y := range x {
			to := row(y)
			if to == nil {
				continue
			}
			forth, back := p[x]*from[y], p[y]*to[x]
			if !near(forth, back) {
				return false
			}
			if forth > 0 {
				flows++
			}
		}
	}
	return flows > fewFlows
}
