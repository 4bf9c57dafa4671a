package spectra

import "math"

// flowSlack is the relative difference below which two flows count as equal, so that a
// distribution given with ten digits passes. The round-off of a step, four ulps of the larger
// probability, passes as well.
const flowSlack = 1e-9

// apart reports whether two flows from states of at most this mass differ.
func apart(a, b, mass float64) bool {
	return !(math.Abs(a-b) <= flowSlack*(a+b)+4*ulp*mass)
}

// Imbalance returns the largest change of a state's probability in one step, what flows in
// less what flows out, and that state. It returns 0 and -1 if the flows agree everywhere to
// within 1e-9 of themselves or round-off. The diagonal is not looked at.
func (m *Matrix) Imbalance(pi []float64) (by float64, at int) {
	in, out := make([]float64, m.n), make([]float64, m.n)
	for x := range m.n {
		for y, p := range m.row(x) {
			if y != x {
				in[y] += pi[x] * p
				out[x] += pi[x] * p
			}
		}
	}
	at = -1
	for x := range in {
		if d := math.Abs(in[x] - out[x]); apart(in[x], out[x], 1) && !(d <= by) {
			by, at = d, x
		}
	}
	return by, at
}

// reversible reports detailed balance: the flow from x to y equals the flow from y to x for
// all pairs, to within 1e-9 of themselves or round-off.
func (m *Matrix) reversible(pi []float64) bool {
	for x := range m.n {
		for y := range x {
			if apart(pi[x]*m.At(x, y), pi[y]*m.At(y, x), max(pi[x], pi[y])) {
				return false
			}
		}
	}
	return true
}

// additive returns the additive reversibilisation of the matrix, half the sum of it and its
// time reversal (Fill 1991). It is reversible, has the same diagonal and the same flow through
// every cut. Rows without mass stay as they are.
func (m *Matrix) additive(pi []float64) *Matrix {
	r := Dense(m.n, m.p)
	for x := range m.n {
		if pi[x] == 0 {
			continue
		}
		for y := range m.n {
			if y != x {
				r.p[x*m.n+y] = (m.At(x, y) + pi[y]*m.At(y, x)/pi[x]) / 2
			}
		}
	}
	return r
}
