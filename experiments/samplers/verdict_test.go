package samplers

import (
	"math"
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
	if len(got) != len(want) {
		t.Fatalf("there are %d verdicts, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("the verdict is %+v, want %+v", got[i], want[i])
		}
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
