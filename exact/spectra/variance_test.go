package spectra_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// TestVarianceLaw: the asymptotic variance is the sum of the autocovariances.
func TestVarianceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1)
		n := m.N()
		f := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "f")
		f[0], f[1] = 1, -1
		v, iat, err := m.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		mean := floats.Dot(pi, f)
		ahead, want, square := slices.Clone(f), 0.0, 0.0
		for step := range 4000 {
			cov := 0.0
			for x := range f {
				cov += pi[x] * (f[x] - mean) * (ahead[x] - mean)
			}
			if step == 0 {
				square, want = cov, cov
			} else {
				want += 2 * cov
			}
			next := make([]float64, n)
			for x := range next {
				m.Row(x, func(y int, p float64) { next[x] += p * ahead[y] })
			}
			ahead = next
		}
		if math.Abs(v-want) > 1e-9*(square+want) {
			t.Errorf("variance %.15g, want %.15g", v, want)
		}
		if math.Abs(iat-want/square) > 1e-9*(1+want/square) {
			t.Errorf("iat %.15g, want %.15g", iat, want/square)
		}
	})
}
