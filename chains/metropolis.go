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
func (Metropolis) On(g grid.Grid) Operator {
	return newLocal(g, metropolisAccept, metropolisRatio, metropolisTurn, metropolisFlow)
}

func metropolisAccept(d float64) float64 {
	if d >= 0 {
		return 1
	}
	return math.Exp(d)
}

func metropolisRatio(r float64) float64 { return min(1, r) }

// metropolisTurn has a corner at d = 0.
func metropolisTurn(a, d, slope float64) float64 {
	if d > 0 || d == 0 && slope > 0 {
		return 0
	}
	return a * slope
}

// metropolisFlow has p min(1, p'/p) = min(p, p').
func metropolisFlow(dst, u *[2][]float64, open, p []float64, stride int) {
	if stride == 1 && len(open) > 0 {
		metropolisAlong(dst, u, open, p)
		return
	}
	n := len(open)
	p0, p1 := p[:n], p[stride:][:n]
	a0, a1, b0, b1 := u[0][:n], u[0][stride:][:n], u[1][:n], u[1][stride:][:n]
	c0, c1, d0, d1 := dst[0][:n], dst[0][stride:][:n], dst[1][:n], dst[1][stride:][:n]
	for i, k := range open {
		k *= min(p0[i], p1[i])
		f, g := k*(a0[i]-a1[i]), k*(b0[i]-b1[i])
		c0[i] -= f
		d0[i] -= g
		c1[i] += f
		d1[i] += g
	}
}

// metropolisAlong is metropolisFlow along the last axis, where each cell is the
// next one's neighbour and can be handed on instead of stored and loaded again.
func metropolisAlong(dst, u *[2][]float64, open, p []float64) {
	n := len(open)
	p0, a0, b0, c0, d0 := p[0], u[0][0], u[1][0], dst[0][0], dst[1][0]
	p, a, b := p[1:][:n], u[0][1:][:n], u[1][1:][:n]
	here0, here1, next0, next1 := dst[0][:n], dst[1][:n], dst[0][1:][:n], dst[1][1:][:n]
	for i, k := range open {
		k *= min(p0, p[i])
		f, g := k*(a0-a[i]), k*(b0-b[i])
		here0[i], here1[i] = c0-f, d0-g
		c0, d0 = next0[i]+f, next1[i]+g
		p0, a0, b0 = p[i], a[i], b[i]
	}
	next0[n-1], next1[n-1] = c0, d0
}
