package bdmc

import (
	"math"
	"testing"
)

func TestCombinations(t *testing.T) {
	logs := []float64{math.Log(1), math.Log(2), math.Log(6)}
	for how, want := range map[Combination]float64{Arithmetic: math.Log(3), Harmonic: math.Log(1.8)} {
		if got := how.of(logs); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: %v, want %v", how, got, want)
		}
	}
	if n := len(combined(make([]float64, 2*Trials+1), Arithmetic)); n != 2 {
		t.Errorf("%d groups of %d in one more than two of them", n, Trials)
	}
}

// The mean of 25 logs on a law of two values, over all its outcomes: k of 25 are the second.
func TestMeanOfLogs(t *testing.T) {
	const a, b, chance = -2.0, 0.5, 0.3
	one := Score{Bias: a + chance*(b-a), RMSE: math.Sqrt((1-chance)*a*a + chance*b*b)}
	square, ways := 0.0, 1.0
	for k := range Trials + 1 {
		mean := a + (b-a)*float64(k)/Trials
		square += ways * math.Pow(chance, float64(k)) * math.Pow(1-chance, float64(Trials-k)) * mean * mean
		ways *= float64(Trials-k) / float64(k+1)
	}
	got := one.meanOfLogs()
	if got.Bias != one.Bias {
		t.Errorf("bias %v, want %v", got.Bias, one.Bias)
	}
	if want := math.Sqrt(square); math.Abs(got.RMSE-want) > 1e-12 {
		t.Errorf("RMSE %v, want %v", got.RMSE, want)
	}
}

// The largest of three values out of four, over all 64 triples.
func TestLargestOf(t *testing.T) {
	sorted := []float64{-3, -1, -1, 0.5}
	mean, square := 0.0, 0.0
	for _, a := range sorted {
		for _, b := range sorted {
			for _, c := range sorted {
				v := max(a, b, c) + 2
				mean, square = mean+v/64, square+v*v/64
			}
		}
	}
	gotMean, gotSquare := largestOf(sorted, 3, 2)
	if math.Abs(gotMean-mean) > 1e-14 {
		t.Errorf("mean %v, want %v", gotMean, mean)
	}
	if math.Abs(gotSquare-square) > 1e-14 {
		t.Errorf("mean square %v, want %v", gotSquare, square)
	}
}

// The jackknife of a mean is its usual standard error.
func TestJackknife(t *testing.T) {
	sorted := []float64{1, 2, 4, 9}
	want := sampledScore(sorted).BiasErr
	if got := largestScore(sorted, 1, 0).BiasErr; math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestOvershoots(t *testing.T) {
	errors := []float64{-1, 0.4, 0.6, 1.2, 3.5}
	all := overshootsOf(errors, Overshoot{})
	for i, want := range []float64{0.6, 0.4, 0.2, 0.2, 0.2, 0.2} {
		if all[i].Share != want {
			t.Errorf("P(above by %v) is %v, want %v", all[i].B, all[i].Share, want)
		}
	}
	for share, breaks := range map[float64]bool{math.Exp(-1): false, 0.36: false, 0.40: false, 0.45: true} {
		if o := (Overshoot{B: 1, Share: share, Runs: 1000}); o.Breaks() != breaks {
			t.Errorf("a share of %v where %v is allowed: %v", share, o.Allowed(), o.Breaks())
		}
	}
}
