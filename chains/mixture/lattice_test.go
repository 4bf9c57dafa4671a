package mixture

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A lattice of n values has the moments of its prior, up to the tails beyond the last value.
func TestQuantilesStandForThePriors(t *testing.T) {
	l := Quantiles(4096)
	for _, c := range []struct {
		name           string
		values         []float64
		mean, variance float64
	}{{"m", l.M, 0, 1}, {"s", l.S, 1, 1}, {"α", l.Alpha, 1, 1}} {
		mean, variance := stat.MeanVariance(c.values, nil)
		// The last of 4096 values stands for a tail of Gamma(1, 1) with 0.02 of the variance.
		if !(math.Abs(mean-c.mean) < 1e-3 && math.Abs(variance-c.variance) < 0.02) {
			t.Errorf("%s has mean %.4f and variance %.4f, want %g and %g", c.name, mean, variance, c.mean, c.variance)
		}
	}
	if got, want := l.R[1000], (distuv.Gamma{Alpha: 1, Beta: 1}).Quantile(1000.5/4096); !(math.Abs(got-want) < 1e-12) {
		t.Errorf("value 1000 is %g, and the quantile %g", got, want)
	}
}

func TestNewRefusesWhatIsNotPositive(t *testing.T) {
	for name, h := range map[string]Hyper{"r": {R: 0, Nu: 1, S: 1, Alpha: 1}, "ν": {R: 1, Nu: -1, S: 1, Alpha: 1},
		"s": {R: 1, Nu: 1, S: math.NaN(), Alpha: 1}, "α": {R: 1, Nu: 1, S: 1, Alpha: 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s = %+v: no panic", name, h)
				}
			}()
			New([]float64{1}, At(h))
		}()
	}
}
