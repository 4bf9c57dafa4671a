package accounts

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
)

// direct makes the account of a program that draws its cell at once, from the law q. The log
// weight of a cell is log p - log q in both directions, so that J is B. E_fwd[ŵ] is the mass of p
// on the cells where q has mass, and E_rev[1/ŵ] is the mass of q on those where p has mass.
func (a *making) direct(q, logq []float64) {
	a.How = Closed
	copy(a.Q, q)
	a.LogQ = logq
	for x, drawn := range q {
		by := chains.LogRatio(a.LogP[x], logq[x])
		a.G[x] = by
		if !math.IsInf(logq[x], -1) && math.IsInf(by, -1) { // be q below any float
			a.F[x], a.FwdSquare = by, math.Inf(1)
		} else if drawn > 0 {
			a.F[x] = drawn * by
			a.FwdSquare += drawn * by * by
		}
		if p := a.P[x]; p > 0 {
			a.RevSquare += p * by * by
		}
		if !math.IsInf(logq[x], -1) {
			a.MeanW += a.P[x]
		}
		if !math.IsInf(a.LogP[x], -1) {
			a.MeanInvW += drawn
		}
	}
	a.compare()
	a.Off = rounded(a.Account)
}

// rounded is a bound on the roundings of sums over cells, a hundred of them.
func rounded(a Account) float64 { return max(1e-13, 1e-14*a.size()) }

// relabelled makes the account of variational Bayes whose log weights are raised by the log of
// the number of relabelings.
func (a *making) relabelled(e programs.SymmetricVB) {
	q, logq := e.Law()
	a.direct(q, logq)
	by := e.LogRelabelings()
	a.FwdSquare = 0
	for x := range a.F {
		logw := a.G[x] + by
		if a.F[x] += q[x] * by; q[x] > 0 {
			a.FwdSquare += q[x] * logw * logw
		}
	}
	a.MeanW *= math.Exp(by)
	a.oneWay()
	a.compare()
	a.Off = rounded(a.Account)
}

// criterion makes the account of the BIC, which has one outcome.
func (a *making) criterion(e programs.BIC) {
	a.How = Closed
	x, logw := e.Forward(nil)
	by := logw - a.LogR
	a.Q[x], a.F[x], a.FwdSquare, a.MeanW = 1, by, by*by, math.Exp(by)
	a.LogQ = exact.Logs(a.Q)
	a.oneWay()
	a.compare()
	a.Off = rounded(a.Account) + 1e-15*math.Abs(a.LogR) // log R is taken off log w
}

// oneWay leaves out what an estimator without a reverse does not have.
func (a *making) oneWay() { a.G, a.MeanInvW, a.RevSquare = nil, math.NaN(), math.NaN() }
