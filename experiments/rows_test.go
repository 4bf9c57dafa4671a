package experiments

import (
	"slices"
	"testing"

	"breadboard/chains/laws"
)

// TestProbabilities: what rounding leaves below 0 or above 1 is taken out: moves are probabilities again.
func TestProbabilities(t *testing.T) {
	given := []float64{
		0, 0.5000005, 0.5000005,
		-1e-7, 1, 0,
		0.2, 0.3, 0.5,
	}
	got := asProbabilities(given, 3)
	if want := []float64{0, 0.5, 0.5, 0, 1, 0, 0.2, 0.3, 0.5}; !slices.Equal(got, want) {
		t.Errorf("the rows are %v, want %v", got, want)
	}
	if given[1] != 0.5000005 {
		t.Error("the given matrix has changed")
	}
}

// TestRoundingSlack: the digits of the longest entry say how far a matrix was rounded.
func TestRoundingSlack(t *testing.T) {
	for _, c := range []struct {
		p    []float64
		want laws.Tolerance
	}{
		{[]float64{0.25, 0.75}, 0},
		{[]float64{0.333333, 0.666667}, 0.5e-6},
		{[]float64{0.25, 0.3333333333, 0.4166666667}, 0.5e-10},
		{[]float64{1. / 3, 2. / 3}, 0},
	} {
		if got := roundingSlack(c.p); got > c.want*(1+1e-12) || got < c.want*(1-1e-12) {
			t.Errorf("%v is off by %v, want %v", c.p, got, c.want)
		}
	}
}
