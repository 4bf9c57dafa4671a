package chains_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

func TestUniform(t *testing.T) {
	if diff := cmp.Diff([]float64{0, -inf, 0}, chains.Uniform([]float64{3, -inf, -8})); diff != "" {
		t.Error(diff)
	}
}

func TestTempered(t *testing.T) {
	for beta, want := range map[float64][]float64{0.5: {0, -inf, -5.5}, 0: {0, -inf, 0}, -1: {0, -inf, 11}} {
		got := chains.Tempered([]float64{3, -inf, -8}, beta)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b })); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}

func TestLogRatio(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{{3, 1, 2}, {-inf, 1, -inf}, {1, -inf, inf}, {-inf, -inf, 0}} {
		if got := chains.LogRatio(c.a, c.b); got != c.want {
			t.Errorf("LogRatio(%v, %v) = %v", c.a, c.b, got)
		}
	}
}

// A constant in log f changes no mass. The sum of the masses is 1 but for some roundings of 1e-16.
func TestNormalizedKnowsNoConstant(t *testing.T) {
	want := chains.Normalized([]float64{0, 1, -3, -inf, 5})
	for _, c := range []float64{1000, 1025, 1e7, -1e7, 1e12, -1e12} {
		got := chains.Normalized([]float64{c, c + 1, c - 3, -inf, c + 5})
		if !floats.EqualApprox(got, want, 3e-13) { // log Z = 1000 is rounded by 1e-13
			t.Errorf("plus %g: %v, want %v", c, got, want)
		}
	}
}
