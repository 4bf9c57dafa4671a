package timeaverage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// drawScales draws masses over some decades, and moves that are accepted like those of Metropolis. Every
// state has its own time scale, up to 10^slow steps.
func drawScales(r *rand.Rand, n int, decades, slow float64) problem {
	q := problem{at: make([][]float64, n), p: make([]float64, n)}
	scale := make([]float64, n)
	for x := range n {
		q.at[x] = make([]float64, n)
		q.p[x], scale[x] = math.Pow(10, -decades*r.Float64()), slow*r.Float64()
	}
	for x := range n {
		for y := range x {
			v := 0.9 / float64(n) * math.Pow(10, -max(scale[x], scale[y]))
			q.at[x][y], q.at[y][x] = v*min(1, q.p[y]/q.p[x]), v*min(1, q.p[x]/q.p[y])
		}
	}
	for x := range n {
		q.at[x][x] = 1 - floats.Sum(q.at[x])
	}
	floats.Scale(1/floats.Sum(q.p), q.p)
	return q
}

// beside is two chains side by side, of which the first has this mass.
func beside(a, b problem, mass float64) (q problem) {
	m, n := len(a.p), len(b.p)
	for x := range m {
		q.at, q.p = append(q.at, append(append([]float64{}, a.at[x]...), make([]float64, n)...)), append(q.p, mass*a.p[x])
	}
	for x := range n {
		q.at, q.p = append(q.at, append(make([]float64, m), b.at[x]...)), append(q.p, (1-mass)*b.p[x])
	}
	return q
}

// TestScales: chains of several time scales from 1 to 1e13 steps, such that do not connect their states,
// and rings that nearly have a period, keep nine digits over 1e12 steps.
func TestScales(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 77))
		for name, q := range map[string]problem{
			"scales": drawScales(r, 4, 0, 13), "scales and masses": drawScales(r, 4, 40, 8),
			"apart": beside(drawScales(r, 2, 3, 5), drawScales(r, 3, 3, 1), 1e-4),
			"ring":  ring(4, math.Pow(10, -12*r.Float64())),
		} {
			n := len(q.p)
			functions := [][]float64{[]float64{3, -1, 4, -2, 5}[:n], at(0, n)}
			starts := [][]float64{q.p, at(floats.MinIdx(q.p), n)}
			all := ways["the plan"](t, q.chain(), functions, starts, []int{3, 1e6 + 1, 1e12})
			q.hold(t, name, functions, starts, all, 1e-9)
		}
	}
}
