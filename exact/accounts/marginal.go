package accounts

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact"
)

// Marginal returns the account of the program that returns only the cell of a state, for a kernel
// that runs on k states in each of n cells: the states x*k to x*k+k-1 are cell x. In reverse this
// program first draws a state of the cell from the target. So q and F are summed over the states of a
// cell, and G is their mean under the target.
func (a Account) Marginal(n int) Account {
	m, k := a, len(a.P)/n
	m.P, m.LogP, m.Q, m.LogQ = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	m.F, m.G = make([]float64, n), nil
	if a.G != nil {
		m.G = make([]float64, n)
	}
	for x := range n {
		from, to := x*k, (x+1)*k
		m.P[x], m.Q[x], m.F[x] = floats.Sum(a.P[from:to]), floats.Sum(a.Q[from:to]), floats.Sum(a.F[from:to])
		m.LogP[x], m.LogQ[x] = floats.LogSumExp(a.LogP[from:to]), floats.LogSumExp(a.LogQ[from:to])
		if m.G == nil || math.IsInf(m.LogP[x], -1) {
			continue
		}
		for s := from; s < to; s++ {
			m.G[x] += times(math.Exp(a.LogP[s]-m.LogP[x]), a.G[s])
		}
	}
	m.Final = exact.BetweenLaws(m.Q, m.LogQ, m.P, m.LogP)
	return m
}
