package chains_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
)

var inf = math.Inf(1)

// TestGeometric: the ends are met to the bit, 0 log 0 is 0, and the inside has
// mass where both ends have.
func TestGeometric(t *testing.T) {
	b := chains.Geometric{From: []float64{0.1, -inf, 2, -inf}, To: []float64{0.7, 1, -inf, -inf}}
	got := make([]float64, 4)
	for _, c := range []struct {
		beta float64
		want []float64
	}{
		{0, b.From},
		{1, b.To},
		{0.25, []float64{0.75*0.1 + 0.25*0.7, -inf, -inf, -inf}},
	} {
		b.At(got, c.beta)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("beta = %v: %s", c.beta, diff)
		}
	}
}

// TestGeometricSlope: the difference of the ends, 0 where there is no mass inside.
func TestGeometricSlope(t *testing.T) {
	b := chains.Geometric{From: []float64{0.5, -inf, 2, -inf}, To: []float64{0.75, 1, -inf, -inf}}
	for _, beta := range []float64{0, 0.3, 1} {
		got := []float64{9, 9, 9, 9}
		b.Slope(got, beta)
		if diff := cmp.Diff([]float64{0.25, 0, 0, 0}, got); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}
