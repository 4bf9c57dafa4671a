package samplers

import (
	"math"
	"testing"

	"breadboard/chains/diagnostics"
)

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
	if len(got) != len(want) {
		t.Fatalf("there are %d counterparts, want %d: a p-value estimates nothing", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}
