package accounts

import (
	"math"

	"breadboard/chains"
)

// direct is the account of a program that draws its cell at once, from the law q. F and G
// both are the log weight of the cell, log p - log q.
func (a *making) direct(q, logq []float64) {
	a.How, a.Off = Closed, 1e-13
	copy(a.Q, q)
	for x, drawn := range q {
		by := chains.LogRatio(a.logp[x], logq[x])
		a.G[x] = by
		if drawn > 0 {
			a.F[x] = drawn * by
			a.FwdSquare += drawn * by * by
			a.MeanW += drawn * math.Exp(by)
		}
		if p := a.P[x]; p > 0 {
			a.RevSquare += p * by * by
			a.MeanInvW += p * math.Exp(-by)
		}
	}
	a.compare()
}
