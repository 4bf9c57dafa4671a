package diagnostics

import (
	"math"
	"testing"
)

// lh are levels of luteinizing hormone, R's data set of that name (Diggle 1990, Table A.1).
var lh = []float64{
	2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7, 2.2, 1.8, 3.2, 3.2,
	2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0, 2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3,
	2.6, 2.4, 1.8, 1.7, 1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9,
}

// The example of R's ar(lh): order 3, these coefficients, innovations of variance 0.1959.
func TestAutoregressionPublished(t *testing.T) {
	innovation, a := autoregression(len(lh), firstAutocovariances(lh))
	if len(a) != 3 {
		t.Fatalf("order %d, want 3", len(a))
	}
	for k, want := range []float64{0.6534, -0.0636, -0.2269} {
		if math.Abs(a[k]-want) > 5e-5 { // as printed
			t.Errorf("coefficient %d is %.5f, want %v", k+1, a[k], want)
		}
	}
	if math.Abs(innovation-0.1959) > 5e-5 {
		t.Errorf("innovations have variance %.5f, want 0.1959", innovation)
	}
}

// The coefficients of each order solve the equations of Yule and Walker, written out.
func TestYuleWalker(t *testing.T) {
	for seed := range uint64(10) {
		x := autoregressive(dice(seed), 1, 400, 0.7)[0]
		gamma := firstAutocovariances(x)
		_, a := autoregression(len(x), gamma)
		for lag := 1; lag <= len(a); lag++ {
			sum := 0.0
			for k, c := range a {
				sum += c * gamma[max(lag-k-1, k+1-lag)]
			}
			if !near(sum, gamma[lag], 1e-9) {
				t.Errorf("seed %d, lag %d: %v, want %v", seed, lag, sum, gamma[lag])
			}
		}
	}
}
