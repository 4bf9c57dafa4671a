package samplers

import (
	"strings"
	"testing"
)

// studied is a study of made-up shares: of runs below the region of an ESS, for samplers and for
// independent draws, and of failures that Geweke's rule calls fine.
func studied(below, perfect, fooled float64) Study {
	s := Study{N: 1000, Runs: []Run{{Start: "exact", Function: "mean:1", Kernel: "metropolis"}}}
	for _, class := range []string{"mean", "var", "ks"} {
		s.Calibrations = append(s.Calibrations,
			Calibration{Diagnostic: usual, Class: class, Start: "exact", Runs: 100, Below: below},
			Calibration{Diagnostic: usual, Class: class, Start: "exact", Runs: 100, Below: perfect, Perfect: true})
	}
	s.Verdicts = []Verdict{
		{Diagnostic: "geweke", Setup: OneChain, Start: "exact", Failed: 100, Fooled: 100 * fooled, Sound: 100, Cries: 10},
		{Diagnostic: usual, Setup: AllChains, Start: "exact", Failed: 100, Fooled: 20, Sound: 100},
		{Diagnostic: "r-hat-split", Setup: AllChains, Start: "exact", Failed: 100, Fooled: 100 * fooled, Sound: 100},
	}
	return s
}

// Each claim holds of numbers that bear it out, and does not hold of others.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		claim   string
		yes, no Study
	}{
		{"ESS is optimistic", studied(0.5, 0.02, 0), studied(0.03, 0.02, 0)},
		{"On independent draws", studied(0.5, 0.02, 0), studied(0.5, 0.2, 0)},
		{"Geweke's diagnostic is worthless", studied(0.5, 0.02, 0.88), studied(0.5, 0.02, 0.3)},
		{"R-hat and ESS are about equal", studied(0.5, 0.02, 0.25), studied(0.5, 0.02, 0.5)},
		{"R-hat and ESS are about equal", studied(0.5, 0.02, 0.25), crying(studied(0.5, 0.02, 0.25))},
		{"On independent draws", few(studied(0.5, 1./12, 0)), few(studied(0.5, 3./12, 0))},
	} {
		if !holds(t, c.yes, c.claim) {
			t.Errorf("%q does not hold of numbers that bear it out", c.claim)
		}
		if holds(t, c.no, c.claim) {
			t.Errorf("%q holds of numbers that do not", c.claim)
		}
	}
}

// crying is a study in which R-hat cries at half of the sound.
func crying(s Study) Study {
	s.Verdicts[2].Cries = 50
	return s
}

// few is a study of twelve runs of each kind: one below the region is no surprise.
func few(s Study) Study {
	for i := range s.Calibrations {
		s.Calibrations[i].Runs = 12
	}
	return s
}

// Bimodal means that few runs are between RESS 1 and an efficiency of 1%.
func TestBimodal(t *testing.T) {
	runs := func(ress ...float64) (s Study) {
		for _, v := range ress {
			s.Runs = append(s.Runs, Run{Start: "fit", Function: "mean:1", Kernel: "metropolis", N: 1000, RESS: v})
		}
		return s
	}
	if !runs(0.5, 0.5, 3, 20, 30).bimodal().Holds {
		t.Error("two of five fail, one is between, and success is not bimodal")
	}
	if runs(0.5, 3, 3, 20, 30).bimodal().Holds {
		t.Error("two of five are between, and success is bimodal")
	}
}

// holds is the verdict on the claim that begins so.
func holds(t *testing.T, s Study, claim string) bool {
	t.Helper()
	for _, f := range s.findings() {
		if strings.HasPrefix(f.Claim, claim) {
			return f.Holds
		}
	}
	t.Fatalf("no finding claims %q", claim)
	return false
}
