package samplers

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/diagnostics"
)

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
