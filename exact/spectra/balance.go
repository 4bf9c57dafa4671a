package spectra

import "math"

// flowSlack is the relative difference of two flows that are held to be equal:
// a distribution given with ten digits passes. The round-off of a step, four
// units in the last place of the larger probability, passes as well.
const flowSlack = 1e-9

func apart(a, b, mass float64) bool {
	return !(math.Abs(a-b) <= flowSlack*(a+b)+4*ulp*mass)
}

// Imbalance returns by how much the probability of a state changes in one step,
// what flows in less what flows out, and the state where that is most; 0 and -1
// where flows in and out agree everywhere to within 1e-9 of themselves or the
// round-off. The diagonal is not looked at.
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

// Irreversibility returns the largest difference between the flow from x to y and
// that from y to x and the pair x, y; 0, -1, -1 where all agree to within 1e-9 of
// themselves or the round-off: the chain is reversible.
func (m *Matrix) Irreversibility(pi []float64) (by float64, x, y int) {
	x, y = -1, -1
	for a := range m.n {
		for b := range a {
			to, back := pi[a]*m.At(a, b), pi[b]*m.At(b, a)
			if d := math.Abs(to - back); apart(to, back, max(pi[a], pi[b])) && !(d <= by) {
				by, x, y = d, b, a
			}
		}
	}
	return by, x, y
}

// Additive is the additive reversibilisation of the matrix, half the sum of it
// and its time reversal (Fill 1991): reversible, of the same diagonal and with the
// same flows through every cut. Rows without mass are left as they are.
func (m *Matrix) Additive(pi []float64) *Matrix {
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
