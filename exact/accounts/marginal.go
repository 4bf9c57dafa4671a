package accounts

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
)

// Marginal returns the account of the program that returns only the cell of a state, for a kernel
// that runs on k states in each of n cells: the states x*k to x*k+k-1 are cell x. In reverse this
// program first draws a state of the cell from the target. So q and F are summed over the states of a
// cell, and G is their mean under the target.
func (a Account) Marginal(n int) Account {
	k := len(a.P) / n
	m := a
	m.P, m.Q, m.F, m.G = make([]float64, n), make([]float64, n), make([]float64, n), nil
	if a.G != nil {
		m.G = make([]float64, n)
	}
	for x := range n {
		for s := x * k; s < (x+1)*k; s++ {
			m.P[x] += a.P[s]
			m.Q[x] += a.Q[s]
			m.F[x] += a.F[s]
		}
		if within := a.LogP[x*k : (x+1)*k]; m.G != nil && !math.IsInf(floats.Max(within), -1) {
			law := chains.Normalized(within) // P may be below any float
			m.G[x] = dot(law, a.G[x*k:(x+1)*k]) / floats.Sum(law)
		}
	}
	m.LogP, m.LogQ = logSums(a.LogP, k), logSums(a.LogQ, k)
	m.Final = exact.BetweenLaws(m.Q, m.LogQ, m.P, m.LogP).Within(exact.LawsOff(m.Q, m.LogQ, m.P, m.LogP, m.meansOff))
	return m
}

// logSums are the logs of the sums of k masses at a time.
func logSums(logs []float64, k int) (sums []float64) {
	for some := range slices.Chunk(logs, k) {
		sums = append(sums, chains.LogSum(some))
	}
	return sums
}
