package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Marginal is what is left of Q, P and Final when n cells are told apart, each of
// them as many neighbouring states as any other: of a chain on an extended space,
// the law of the target's own cell (chains.Annealing.Extended). Its sum is the J
// that stands beside that of other kernels; it is at most J. It panics unless n
// divides the number of states.
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

// Bare is the gap without its laws, Q and P, and so without a Marginal: what is left
// of it takes no memory that grows with the cells.
func (g Gap) Bare() Gap {
	g.Q, g.P, g.logp, g.d = nil, nil, nil, nil
	return g
}
