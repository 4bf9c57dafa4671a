package samplers

import (
	"math"
	"testing"

	"breadboard/experiments/score"
)

// logMills is the logarithm of the tail of a standard normal above z, by the continued fraction
// z + 1/(z + 2/(z + 3/...)) of its Mills ratio (Abramowitz and Stegun 1964, 26.2.14).
func logMills(z float64) float64 {
	f := z
	for i := 2000.0; i >= 1; i-- {
		f = z + i/f
	}
	return -z*z/2 - math.Log(2*math.Pi)/2 - math.Log(f)
}

// Of two chains the chi-squared tail above x is e^(-x/2), at any depth.
func TestESSDOfTwoChains(t *testing.T) {
	for _, ratio := range []float64{2, 10, 100, 600, 667, 668, 700, 1e3, 1e4, 1e6} {
		z := ESSD(ratio, 1, 2)
		// Quantile and GammaIncRegComp have errors of some 1e-13 of the tail.
		if got := logMills(z); math.Abs(got+ratio) > 1e-9*ratio {
			t.Errorf("at %v the tail is e^%v, want e^%v", ratio, got, -ratio)
		}
	}
}

// Of any chains the lower tail below a small x is (x/2)^(k/2)/Γ(k/2+1).
func TestESSDBelow(t *testing.T) {
	lg, _ := math.Lgamma(5)
	for _, ratio := range []float64{1e-4, 1e-30, 1e-73, 1e-75, 1e-100} {
		x := 4 * ratio
		want := 4*math.Log(x) - lg
		// The next term of the series is 4/5 x of the first.
		if got := logMills(-ESSD(ratio, 1, 8)); math.Abs(got-want) > 4*ratio+1e-9*math.Abs(want) {
			t.Errorf("at %v the tail is e^%v, want e^%v", ratio, got, want)
		}
	}
}

// The tail of any number of chains is continuous where one form takes over from another, and
// ESSD rises.
func TestESSDRises(t *testing.T) {
	for _, k := range []int{1, 2, 4, 8, 32} {
		before := math.Inf(-1)
		for ratio := 1e-90; ratio < 1e7; ratio *= 1.01 {
			z := ESSD(ratio, 1, k)
			if !(z > before) {
				t.Fatalf("%d chains: ESSD falls from %v to %v at %v", k, before, z, ratio)
			}
			// d z/d log x is at most about √x, and as the lower tail x^(k/2) about √(k/|log x|) or less.
			if jump := 0.01 * (math.Sqrt(float64(k)*ratio) + float64(k)); !math.IsInf(before, -1) && z-before > jump {
				t.Errorf("%d chains: ESSD jumps from %v to %v at %v", k, before, z, ratio)
			}
			before = z
		}
	}
}

func TestESSDAtTheEnds(t *testing.T) {
	if z := ESSD(1, 0, 8); !math.IsInf(z, 1) {
		t.Errorf("no real ESS has ESSD %v", z)
	}
	if z := ESSD(0, 1, 8); !math.IsInf(z, -1) {
		t.Errorf("an ESS of 0 has ESSD %v", z)
	}
	if z := ESSD(math.NaN(), 1, 8); !math.IsNaN(z) {
		t.Errorf("no ESS has ESSD %v", z)
	}
}

// At the lower end of the 95% region it is the 97.5% quantile of a standard normal.
func TestESSDAtTheEndOfTheRegion(t *testing.T) {
	low, _ := score.Region(50, 8)
	if got := ESSD(50, low, 8); math.Abs(got-1.959964) > 1e-6 {
		t.Errorf("it is %v, want 1.96", got)
	}
}
