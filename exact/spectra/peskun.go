package spectra

import "fmt"

// A Domination says whether one matrix dominates another off the diagonal, and if not, the
// first pair of states, by rows, by which it does not.
type Domination struct {
	Holds    bool
	From, To int     // -1 if it holds
	A, B     float64 // the entries there
}

// peskunSlack is the relative difference by which an entry of the dominating matrix may be
// smaller: round-off.
const peskunSlack = 1e-12

// Dominates compares matrices in Peskun's order (1973): a dominates b if every entry off the
// diagonal, in the rows of states with mass under pi, is at least as large, to within 1e-12 of
// itself. If both are reversible with respect to pi, no asymptotic variance is then larger
// with a than with b (Peskun 1973, Tierney 1998), and no gap smaller. It panics on matrices of
// different sizes.
func Dominates(a, b *Matrix, pi []float64) Domination {
	if a.n != b.n || len(pi) != a.n {
		panic(fmt.Sprintf("spectra: matrices on %d and %d states, a distribution on %d", a.n, b.n, len(pi)))
	}
	for x := range a.n {
		if !(pi[x] > 0) {
			continue
		}
		for y := range a.n {
			if u, v := a.At(x, y), b.At(x, y); y != x && !(u >= v-peskunSlack*v) {
				return Domination{From: x, To: y, A: u, B: v}
			}
		}
	}
	return Domination{Holds: true, From: -1, To: -1}
}
