package chains

import (
	"math"

	"breadboard/grid"
)

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)): by
// Peskun's order never better than Metropolis, and smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) Operator { return newLocal(g, barkerAccept, barkerFlow) }

func barkerAccept(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

// barkerFlow has p p'/(p+p'). The smallest float added to the sum changes it
// only between two cells without mass, where it makes 0 of 0/0.
func barkerFlow(dst, open, p, u []float64, stride int) {
	n := len(open)
	p0, p1, u0, u1, d0, d1 := p[:n], p[stride:][:n], u[:n], u[stride:][:n], dst[:n], dst[stride:][:n]
	for i, k := range open {
		c := p0[i] * (p1[i] / (p0[i] + p1[i] + math.SmallestNonzeroFloat64))
		flow := k * c * (u0[i] - u1[i])
		d0[i] -= flow
		d1[i] += flow
	}
}
