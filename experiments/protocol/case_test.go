package protocol

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"breadboard/experiments"
)

// TestTreatments: columns get mean 0 and variance 1, or variance 1 alone; one without variance
// keeps its scale.
func TestTreatments(t *testing.T) {
	data := [][]float64{{1, 5}, {2, 5}, {6, 5}}
	for _, c := range []struct {
		how            Treatment
		mean, variance float64
		second         float64
	}{
		{Standardized, 0, 1, 0},
		{Scaled, 3 / math.Sqrt(14./3), 1, 5},
		{Raw, 3, 14. / 3, 5},
	} {
		y := c.how.of(data)
		mean, variance := stat.PopMeanVariance([]float64{y[0][0], y[1][0], y[2][0]}, nil)
		if math.Abs(mean-c.mean) > 1e-15 {
			t.Errorf("%s: the mean is %g, want %g", c.how, mean, c.mean)
		}
		if math.Abs(variance-c.variance) > 1e-15 {
			t.Errorf("%s: the variance is %g, want %g", c.how, variance, c.variance)
		}
		if y[2][1] != c.second {
			t.Errorf("%s: a number of the constant column is %g, want %g", c.how, y[2][1], c.second)
		}
	}
	if data[0][0] != 1 {
		t.Error("the data were changed")
	}
}

// TestShipped: the cases suit their models, and the last two are the same numbers.
func TestShipped(t *testing.T) {
	cases, err := Shipped(experiments.Setting{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(cases); n != 3 {
		t.Fatalf("%d cases, want 3", n)
	}
	centred, not := cases[1].Data, cases[2].Data
	for j := range centred[0] {
		if off := math.Abs((not[1][j] - not[0][j]) - (centred[1][j] - centred[0][j])); off > 1e-14 {
			t.Errorf("column %d: differences are off by %g", j, off)
		}
		if not[0][j] < 1 {
			t.Errorf("column %d begins with %g, and should not be centred", j, not[0][j])
		}
	}
}
