package chains

import (
	"math"

	"breadboard/grid"
)

// Metropolis proposes each of the 2d moves with probability 1/2d and accepts
// with min(1, f(y)/f(x)); moves off the grid are rejected. On a grid of two
// axes it is the kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

// On returns the operator on g.
func (Metropolis) On(g grid.Grid) Operator { return newLocal(g, metropolisAccept, metropolisFlow) }

func metropolisAccept(d float64) float64 {
	if d >= 0 {
		return 1
	}
	return math.Exp(d)
}

// metropolisFlow has p min(1, p'/p) = min(p, p').
func metropolisFlow(dst, open, p, u []float64, stride int) {
	n := len(open)
	p0, p1, u0, u1, d0, d1 := p[:n], p[stride:][:n], u[:n], u[stride:][:n], dst[:n], dst[stride:][:n]
	for i, k := range open {
		flow := k * min(p0[i], p1[i]) * (u0[i] - u1[i])
		d0[i] -= flow
		d1[i] += flow
	}
}
