package sampling

import (
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestTruth: exact numbers stand beside chains by the word for it, and by cost on large spaces alone: where they take a
// moment or less, or less than five times as long as the chains, they are had.
func TestTruth(t *testing.T) {
	small := must.Have(experiments.Setting{Toy: "barrier"}.Find())(t)
	large := must.Have(experiments.Setting{Toy: "ising:4x4:0.4"}.Find())(t)
	for _, c := range []struct {
		of        experiments.Found
		truth     Truth
		T, chains int
		out       bool
	}{
		{large, byCost, 1000, 100, true},
		{large, "", 1000, 100, true},
		{large, byCost, 1000, 10_000, false}, // the chains take a third as long
		{large, byCost, 100, 100, false},     // a moment
		{large, Always, 1000, 100, false},
		{large, Never, 2, 100_000, true},
		{small, byCost, 1_000_000, 2, false},
		{small, Never, 100, 100, true},
	} {
		cost := costOfFound(c.of, c.T, c.chains)
		out := c.truth.LeavesOut(cost)
		if out != c.out {
			t.Errorf("%s, %q, T = %d and %d chains: left out is %v, at %v", c.of.TargetName(), c.truth, c.T,
				c.chains, out, cost)
		}
	}
	for _, c := range []struct {
		setting experiments.Setting
		out     bool
	}{
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "metropolis"}, false},
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "heat-bath"}, false},
	} {
		chain := must.Have(c.setting.Chain())(t)
		cost := CostOf(chain.Base(chains.Linear(100)), 1000)
		if out := byCost.LeavesOut(cost); out != c.out {
			t.Errorf("%s on %s: left out is %v, at %v", c.setting.Kernel, c.setting.Toy, out, cost)
		}
	}
	// a level of 65,536 cells with 16 moves each counts 3 (16 + 1) ns a cell, and a chain 50 ns in each direction
	cost := costOfFound(large, 1000, 100)
	want := Cost{States: 65_536, Exact: 65_536 * 3 * 17 * 1000, Chains: 2 * 100 * 50 * 1000}
	if cost != want {
		t.Errorf("%v, and by hand %v", cost, want)
	}
	must.Say(t, Cost{Exact: 6*time.Second + 700*time.Millisecond, Chains: time.Millisecond}.String(),
		"by the count of the work they take 6.7 s, and the chains less than 0.1 s")
}
