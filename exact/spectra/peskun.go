package spectra

import "fmt"

// Dominates compares matrices in Peskun's order (1973): a dominates b if every entry off the
// diagonal, in the rows of states with mass under pi, is at least as large, to within 1e-12 of
// itself for round-off. If not, from and to are the first entry, by rows, that is smaller. If
// both matrices are reversible with respect to pi, no asymptotic variance is larger with the
// dominating one (Peskun 1973, Tierney 1998), and no gap smaller. It panics on matrices of
// different sizes.
func Dominates(a, b *Matrix, pi []float64) (holds bool, from, to int) {
	if a.n != b.n || len(pi) != a.n {
		panic(fmt.Sprintf("spectra: matrices on %d and %d states, a distribution on %d", a.n, b.n, len(pi)))
	}
	for x := range a.n {
		for y := range a.n {
			if p := b.At(x, y); pi[x] > 0 && y != x && !(a.At(x, y) >= p-1e-12*p) {
				return false, x, y
			}
		}
	}
	return true, -1, -1
}
