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

// TestAsymptoticVariances: functions that share an elimination have the variances that each has alone.
func TestAsymptoticVariances(t *testing.T) {
	m := rows([]float64{0.5, 0.25, 0.25}, []float64{0.25, 0.5, 0.25}, []float64{0.25, 0.25, 0.5})
	pi := []float64{1. / 3, 1. / 3, 1. / 3}
	functions := [][]float64{{1, 2, 5}, {0, 1, 0}}
	variances, iats, err := m.AsymptoticVariances(pi, functions)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range functions {
		variance, iat, err := m.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		if variances[i] != variance {
			t.Errorf("the variance of function %d is %v, alone %v", i, variances[i], variance)
		}
		if iats[i] != iat {
			t.Errorf("the autocorrelation time of function %d is %v, alone %v", i, iats[i], iat)
		}
	}
	if variances[0] == variances[1] {
		t.Error("two functions have the same variance")
	}
}
