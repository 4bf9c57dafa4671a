package samplers

import (
	"math"
	"testing"

	"breadboard/experiments/score"
)

// metaStudy has one run of each kind.
func metaStudy() Study {
	s := Study{}
	for _, d := range asked() {
		s.Diagnostics = append(s.Diagnostics, d.Name)
	}
	for _, kernel := range []string{"metropolis", "perfect", "identity"} {
		for _, function := range []string{"mean:1", "var:1", "ks:1", "mean:2", "logf"} {
			r := Run{Density: "barrier", Kernel: kernel, Function: function, Axes: 2, Chains: 8, N: 1000,
				Sampled: 50, Values: make([]float64, len(s.Diagnostics)), Each: make([][]float64, len(s.Diagnostics))}
			r.Each[s.Index(usual)] = []float64{90, 110, math.NaN()}
			r.Each[s.Index("geweke")] = []float64{1, -3}
			r.Values[s.Index("r-hat-classic")] = 1.5
			s.Runs = append(s.Runs, r)
		}
	}
	return s
}

// The rows of the regression are means of samplers, with the features of Section 5.
func TestDeviations(t *testing.T) {
	d := metaStudy().deviations()
	if len(d.X) != 2 {
		t.Fatalf("%d rows, want the two means of metropolis", len(d.X))
	}
	for f, want := range []float64{math.Log(100), math.Log(0.5), math.Log(2), 2} {
		if d.X[0][f] != want {
			t.Errorf("%s is %v, want %v", d.Names[f], d.X[0][f], want)
		}
	}
	// What chains that are stuck show does not exceed what Eq. (8) gives in double precision.
	s := metaStudy()
	for sampled, want := range map[float64]float64{50: ESSD(100, 50, 8), 0.01: mostDeviation} {
		for i := range s.Runs {
			s.Runs[i].Sampled = sampled
		}
		if got := s.deviations().Y[0]; got != want {
			t.Errorf("ESSD %v, want %v", got, want)
		}
	}
}

// Figure 3 has the first axis, and independent draws but not chains that never move.
func TestPoints(t *testing.T) {
	count := map[string]int{}
	for _, p := range metaStudy().Points(10) {
		count[p.Class()+" "+p.Kernel]++
	}
	for _, class := range []string{"mean", "var", "ks"} {
		for kernel, want := range map[string]int{"metropolis": 1, "perfect": 1, "identity": 0} {
			if got := count[class+" "+kernel]; got != want {
				t.Errorf("%d points of %s of %s, want %d", got, class, kernel, want)
			}
		}
	}
	if n := len(metaStudy().Points(1)); n != 3 {
		t.Errorf("%d points, want one a class", n)
	}
}

// logMills is the logarithm of the tail of a standard normal above z, by the continued fraction
// z + 1/(z + 2/(z + 3/...)) of its Mills ratio (Abramowitz and Stegun 1964, 26.2.14).
func logMills(z float64) float64 {
	f := z
	for i := 2000.0; i >= 1; i-- {
		f = z + i/f
	}
	return -z*z/2 - math.Log(2*math.Pi)/2 - math.Log(f)
}

// Of two chains the chi-squared tail above x is e^(-x/2), and of any the lower tail below a small x is about
// (x/2)^(k/2)/Γ(k/2+1), as far as ESSD goes.
func TestESSDByTails(t *testing.T) {
	for _, ratio := range []float64{2, 10, 30, 36, 1e6} {
		// Quantile and GammaIncRegComp have errors of some 1e-13 of the tail.
		if got, want := logMills(ESSD(ratio, 1, 2)), max(-ratio,
			logMills(mostDeviation)); math.Abs(got-want) > 1e-9*ratio {
			t.Errorf("at %v the tail is e^%v, want e^%v", ratio, got, want)
		}
	}
	lg, _ := math.Lgamma(5)
	for _, ratio := range []float64{1e-4, 1e-30} {
		x := 4 * ratio
		want := max(4*math.Log(x)-lg, logMills(mostDeviation))
		// The next term of the series is 4/5 x of the first.
		if got := logMills(-ESSD(ratio, 1, 8)); math.Abs(got-want) > 4*ratio+1e-9*math.Abs(want) {
			t.Errorf("at %v the tail is e^%v, want e^%v", ratio, got, want)
		}
	}
}

func TestESSDAtTheEnds(t *testing.T) {
	low, _ := score.Region(50, 8) // where it is the 97.5% quantile of a standard normal
	for _, c := range [][3]float64{{1, 0, mostDeviation}, {0, 1, -mostDeviation}, {50, low, 1.959964}} {
		if z := ESSD(c[0], c[1], 8); !(z == c[2] || math.Abs(z-c[2]) < 1e-6) {
			t.Errorf("an ESS of %v where %v is real has ESSD %v, want %v", c[0], c[1], z, c[2])
		}
	}
	if z := ESSD(math.NaN(), 1, 8); !math.IsNaN(z) {
		t.Errorf("no ESS has ESSD %v", z)
	}
}
