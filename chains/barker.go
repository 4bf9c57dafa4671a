package chains

import (
	"math"

	"breadboard/grid"
)

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)): by
// Peskun's order never better than Metropolis, and smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) Operator {
	return newLocal(g, barkerAccept, barkerRatio, barkerTurn, barkerFlow)
}

func barkerAccept(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

func barkerRatio(r float64) float64 { return r / (1 + r) }

func barkerTurn(a, _, slope float64) float64 { return a * (1 - a) * slope }

// barkerFlow has p p'/(p+p'). The smallest float added to the sum changes it
// only between two cells without mass, where it makes 0 of 0/0.
func barkerFlow(dst, u *[2][]float64, open, p []float64, stride int) {
	n := len(open)
	p0, p1 := p[:n], p[stride:][:n]
	a0, a1, b0, b1 := u[0][:n], u[0][stride:][:n], u[1][:n], u[1][stride:][:n]
	c0, c1, d0, d1 := dst[0][:n], dst[0][stride:][:n], dst[1][:n], dst[1][stride:][:n]
	for i, k := range open {
		k *= p0[i] * (p1[i] / (p0[i] + p1[i] + math.SmallestNonzeroFloat64))
		f, g := k*(a0[i]-a1[i]), k*(b0[i]-b1[i])
		c0[i] -= f
		d0[i] -= g
		c1[i] += f
		d1[i] += g
	}
}
