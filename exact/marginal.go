package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Marginal returns Q, P and Final of a chain on an extended space, for the target's own n
// cells (chains.Annealing.Extended). The states of a cell lie side by side and are added
// up. The sum of final is the J to compare with other kernels; it is at most J. Marginal
// panics unless n divides the number of states.
func (g Gap) Marginal(n int) (q, p []float64, final Divergence) {
	k := len(g.P) / n
	if n*k != len(g.P) {
		panic("exact: a marginal of a number of cells that does not divide that of states")
	}
	q, p = make([]float64, n), make([]float64, n)
	d, logp := make([]float64, n), make([]float64, n)
	for x := range n {
		part := func(v []float64) []float64 { return v[x*k : (x+1)*k] }
		q[x], p[x], d[x] = floats.Sum(part(g.Q)), floats.Sum(part(g.P)), floats.Sum(part(g.d))
		logp[x] = math.Inf(-1)
		if top := floats.Max(part(g.logp)); !math.IsInf(top, -1) {
			logp[x] = floats.LogSumExp(part(g.logp))
		}
	}
	return q, p, divergence(p, logp, d, q)
}

// WithoutLaws returns the gap without Q and P, so that it takes no memory that grows with the
// number of cells. It has no Marginal.
func (g Gap) WithoutLaws() Gap {
	g.Q, g.P, g.logp, g.d = nil, nil, nil, nil
	return g
}
