package implicit

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/exact/spectra"
)

// ritzPairs are the Ritz values of a subspace, the least first, and the norms of the first
// residuals. sure says that the search went on until they were good: otherwise a mode may
// have been missed.
type ritzPairs struct {
	values, residuals []float64
	sure              bool
}

// error bounds how far the least eigenvalue lies below the least Ritz value if none was
// missed. The distance is at most the norm of the residual. If an interval of length η, less
// the residuals, above the first k Ritz values has no others, it is at most the square of
// their residuals over η (Kato 1949, Temple 1928; Mathias 1998 for k > 1).
func (r ritzPairs) error() float64 {
	best, squares := r.residuals[0], 0.0
	for k := 1; k < len(r.residuals); k++ {
		squares += r.residuals[k-1] * r.residuals[k-1]
		if eta := r.values[k] - r.residuals[k] - math.Sqrt(squares) - r.values[k-1]; eta > 0 {
			best = min(best, squares/eta)
		}
	}
	return best
}

// angle bounds the sine of the angle between the first Ritz vector and the eigenvector.
func (r ritzPairs) angle() float64 {
	if len(r.values) < 2 {
		return 0 // on two cells there is only one function of mean 0
	}
	return min(1, r.residuals[0]/max(r.values[1]-r.residuals[1]-r.values[0], r.residuals[0]))
}

// settled reports whether the least Ritz value is within a share of itself, and the next is
// well on its way. A rough next value may hide a mode that is as near to the first as the
// next is rough: 12 of 1,200 searches of small spaces missed one, and none did when the next
// was held to 1e-6.
func (r ritzPairs) settled(share float64) bool {
	return r.error() <= share*r.values[0] && (len(r.values) < 2 || r.residuals[1] <= 1e-6*r.values[1])
}

// rough returns the first of the modes whose residuals are more than a small share of their
// values, at most block of them. Smooth ones need no more steps while the bound waits for the
// next.
func (r ritzPairs) rough() []int {
	var rough []int
	for i, residual := range r.residuals {
		if residual > 1e-7*r.values[i] && len(rough) < block {
			rough = append(rough, i)
		}
	}
	if rough == nil {
		return []int{0}
	}
	return rough
}

// ritz returns the Ritz values, the least first, and their vectors as columns in terms of v.
func (s *subspace) ritz() ([]float64, *mat.Dense, error) {
	sym := mat.NewSymDense(s.m, nil)
	for i := range s.m {
		for j := range i + 1 {
			sym.SetSym(i, j, s.h[i][j])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, true) {
		return nil, nil, spectra.ErrEigen
	}
	var u mat.Dense
	eigen.VectorsTo(&u)
	return eigen.Values(nil), &u, nil
}

// residuals leaves the residuals of the first k Ritz pairs in v, after the basis, and
// returns their norms.
func (s *subspace) residuals(u *mat.Dense, values []float64, k int) []float64 {
	norms := make([]float64, min(k, s.m))
	for i := range norms {
		into := s.v[s.m+i]
		clear(into)
		by := mat.Col(nil, i, u)
		combine(into, by, s.w)
		floats.Scale(-values[i], by)
		combine(into, by, s.v)
		norms[i] = s.norm(into)
	}
	return norms
}
