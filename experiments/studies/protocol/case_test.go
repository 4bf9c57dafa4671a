package protocol

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/toys"
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

// TestFit: p(eta | y) is in proportion to the members' evidences. Summed out along the wrong
// axes it is not.
func TestFit(t *testing.T) {
	f := toys.NewClustering(3, 2).Family()
	target := f.Simulated(4)
	fit := NewFit(f, target)
	var logs []float64
	for eta := range f.Etas() {
		logs = append(logs, chains.LogSum(f.Member(eta).Given(target.Model.Data).LogF))
	}
	want := chains.Normalized(logs)
	if !floats.EqualApprox(fit.Eta, want, 1e-13) { // sums of 8 terms
		t.Errorf("p(eta | y) is %v, want %v", fit.Eta, want)
	}
	if fit.Mode != floats.MaxIdx(want) {
		t.Errorf("the mode is cell %d, want %d", fit.Mode, floats.MaxIdx(want))
	}
	if got := floats.LogSumExp(logs) - math.Log(float64(len(logs))); math.Abs(got-fit.LogP) > 1e-12 {
		t.Errorf("log p(y) is %.15g, want %.15g", fit.LogP, got)
	}
	wrong := make([]float64, f.Etas())
	for x, p := range chains.Normalized(target.LogF) {
		wrong[x%f.Etas()] += p
	}
	if floats.EqualApprox(wrong, want, 1e-2) {
		t.Error("the fit on the wrong axes is as good as the same")
	}
}
