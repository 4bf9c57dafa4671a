package estimators

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"
)

// quadrature is a step of thermodynamic integration, c U(x_{t-1}) + d U(x_t) + b (s²_{t-1} - s²_t), where s²_t is the
// variance of U over the chains at level t.
func (s step) quadrature(c, d, b float64) part {
	mean := floats.Dot(s.law, s.slope)
	next := floats.Dot(s.next, s.slope)
	here := func(x int) float64 { return c*s.slope[x] + b*(s.slope[x]-mean)*(s.slope[x]-mean) }
	there := func(x int) float64 { return d*s.slope[x] - b*(s.slope[x]-next)*(s.slope[x]-next) }
	bias := 0.
	for x, q := range s.law {
		bias += q*here(x) + s.next[x]*there(x)
	}
	return part{bias, here, there}
}

// simpson has halves of the weights of parabolas through three betas each: NaN if some are equal, or all are two. A
// state takes one half before its kernel's step and one after; the first and the last take one, which is doubled.
func simpson(betas []float64) []float64 {
	const three = 3 // a parabola's points
	halves := make([]float64, len(betas))
	different := slices.Compact(slices.Clone(betas))
	if len(different) < max(three, len(betas)) {
		for k := range halves {
			halves[k] = math.NaN()
		}
		return halves
	}
	unit := make([]float64, len(betas))
	for k := range betas {
		unit[k] = 0.5
		halves[k] = integrate.Simpsons(betas, unit)
		unit[k] = 0
	}
	last := len(betas) - 1
	halves[0] *= 2
	halves[last] *= 2
	return halves
}
