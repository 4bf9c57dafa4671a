package samplers

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/diagnostics"
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

// Runs of one diagnostic, large if fine, are counted by hand: two failed runs of which all chains
// together fool it once, and a sound one that it cries about.
func TestVerdictsCount(t *testing.T) {
	d := diagnostics.Diagnostic{Name: "large", Fine: func(v float64, _ int) bool { return v > 10 }}
	run := func(kernel, function string, ress, pooled, limit, value, alone float64) Run {
		return Run{Kernel: kernel, Start: "exact", Function: function, Chains: 8, RESS: ress, Pooled: pooled,
			Limit: limit, Values: []float64{value}, Alone: []float64{value}, Fine: []float64{alone}}
	}
	runs := []Run{
		run("a", "mean:1", 2, 11, 2, 20, 0.25),
		run("a", "var:1", 3, 11.9, 3, 5, 0.5),
		run("b", "mean:1", 50, 400, 60, 5, 0.875),
		run("c", "mean:1", 50, 400, 101, 5, 0), // the start has cost it half: not sound
		run("d", "mean:1", 11, 88, 11, 20, 1),  // one chain failed, and eight have not
		run("perfect", "mean:1", 1, 1, 1, 20, 1),
		run("a", "ks:1", math.NaN(), math.NaN(), math.NaN(), 20, 1),
	}
	got := verdicts([]diagnostics.Diagnostic{d}, runs)
	want := []Verdict{
		{Diagnostic: "large", Setup: OneChain, Start: "exact", Failed: 3, Fooled: 1.75, Sound: 1, Cries: 0.125},
		{Diagnostic: "large", Setup: AllChains, Start: "exact", Failed: 2, Fooled: 1, Sound: 1, Cries: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("the verdicts are %+v, want %+v", got, want)
	}
}

// A diagnostic that says nothing of one chain has no verdict on it.
func TestVerdictsOfSeveral(t *testing.T) {
	d := diagnostics.Diagnostic{Name: "several", Fine: func(float64, int) bool { return true }}
	runs := []Run{{Kernel: "a", Start: "exact", Function: "logf", Values: []float64{1}, Alone: []float64{math.NaN()},
		Fine: []float64{0}}}
	got := verdicts([]diagnostics.Diagnostic{d}, runs)
	if len(got) != 1 || got[0].Setup != AllChains {
		t.Errorf("the verdicts are %+v", got)
	}
}

// Ratios of estimates to limits are 0.5, 1 and 2; a control, a KS distance and an infinite R-hat do not
// count.
func TestCounterparts(t *testing.T) {
	all := []diagnostics.Diagnostic{{Name: "ess", Kind: diagnostics.ESS, Estimates: "the limit"},
		{Name: "r", Kind: diagnostics.RHat}, {Name: "z", Kind: diagnostics.Score}, {Name: "p", Kind: diagnostics.PValue}}
	run := func(kernel string, ess, limit, r, exact, z float64) Run {
		return Run{Kernel: kernel, Start: "fit", Limit: limit, RHat: exact, Geweke: -3,
			Values: []float64{0, r, 0, 0}, Alone: []float64{ess, 0, z, 0}}
	}
	runs := []Run{run("a", 5, 10, 1.2, 1, 4), run("b", 10, 10, 2, 2, 3), run("c", 20, 10, 1, math.Inf(1), 2),
		run("perfect", 90, 10, 9, 1, 9), run("a", 5, math.NaN(), math.NaN(), math.NaN(), math.NaN())}
	got := counterparts(all, runs)
	want := []Counterpart{{"ess", "the limit", "fit", 3, 0.5, 1, 2}, {"r", "", "fit", 2, 1, 1, 1.2},
		{"z", "", "fit", 3, -1, 0, 1}}
	if !slices.Equal(got, want) { // a p-value estimates nothing
		t.Errorf("%+v, want %+v", got, want)
	}
}
