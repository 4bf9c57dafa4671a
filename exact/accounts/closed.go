package accounts

import "math"

// importance is the account of simple importance sampling: q = p_1, and both F and G are the
// log weight of the cell.
func (a *making) importance() {
	a.How, a.Off = Closed, 1e-13
	copy(a.Q, a.first)
	copy(a.G, a.logw)
	for x, q := range a.first {
		if q > 0 {
			a.F[x] = q * a.logw[x]
			a.FwdSquare += q * a.logw[x] * a.logw[x]
			a.MeanW += q * math.Exp(a.logw[x])
		}
		if p := a.P[x]; p > 0 {
			a.RevSquare += p * a.logw[x] * a.logw[x]
			a.MeanInvW += p * math.Exp(-a.logw[x])
		}
	}
	a.compare()
}
