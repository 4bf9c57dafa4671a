package samplers

import (
	"math"
	"testing"

	"breadboard/chains/diagnostics"
)

// metaStudy has one run of each kind.
func metaStudy() Study {
	s := Study{}
	for _, d := range diagnostics.Catalogue {
		s.Diagnostics = append(s.Diagnostics, d.Name)
	}
	for _, kernel := range []string{"metropolis", "perfect", "identity"} {
		for _, function := range []string{"mean:1", "var:1", "ks:1", "mean:2", "logf"} {
			r := Run{Density: "barrier", Kernel: kernel, Start: "exact", Function: function, Axes: 2, Chains: 8, N: 1000,
				Sampled: 50, Values: make([]float64, len(s.Diagnostics)), Alone: make([]float64, len(s.Diagnostics))}
			r.Alone[s.Index(usual)], r.Alone[s.Index("geweke")] = 100, 2
			r.Values[s.Index("r-hat-classic")] = 1.5
			s.Runs = append(s.Runs, r)
		}
	}
	return s
}

// The rows of the regression are means of samplers, with the features of Section 5.
func TestDeviations(t *testing.T) {
	d := metaStudy().deviations("exact")
	if len(d.X) != 2 {
		t.Fatalf("%d rows, want the two means of metropolis", len(d.X))
	}
	for f, want := range []float64{math.Log(100), math.Log(0.5), math.Log(2), 2} {
		if d.X[0][f] != want {
			t.Errorf("%s is %v, want %v", d.Names[f], d.X[0][f], want)
		}
	}
	if want := ESSD(100, 50, 8); d.Y[0] != want {
		t.Errorf("ESSD %v, want %v", d.Y[0], want)
	}
}

// What chains that are stuck show does not exceed what Eq. (8) gives in double precision.
func TestDeviationsAreCutOff(t *testing.T) {
	s := metaStudy()
	for i := range s.Runs {
		s.Runs[i].Sampled = 0.01
	}
	if got := s.deviations("exact").Y[0]; got != mostDeviation {
		t.Errorf("ESSD %v, want %v", got, mostDeviation)
	}
}

// Figure 3 has the first axis, and independent draws but not chains that never move.
func TestPoints(t *testing.T) {
	count := map[string]int{}
	for _, p := range metaStudy().Points("exact", 10) {
		count[p.Class()+" "+p.Kernel]++
	}
	for _, class := range []string{"mean", "var", "ks"} {
		for kernel, want := range map[string]int{"metropolis": 1, "perfect": 1, "identity": 0} {
			if got := count[class+" "+kernel]; got != want {
				t.Errorf("%d points of %s of %s, want %d", got, class, kernel, want)
			}
		}
	}
	if n := len(metaStudy().Points("exact", 1)); n != 3 {
		t.Errorf("%d points, want one a class", n)
	}
}
