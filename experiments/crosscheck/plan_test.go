package crosscheck

import (
	"slices"
	"testing"
	"time"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestLeavesOut: exact numbers stand beside chains by the word for it, and by cost on large spaces alone: where they
// take a moment or less, or less than five times as long as the chains, they are had.
func TestLeavesOut(t *testing.T) {
	small := grid.New(7, 7)
	large := grid.New(slices.Repeat([]int{2}, 16)...).Of(grid.Any)
	for _, c := range []struct {
		on        grid.Grid
		truth     Truth
		T, chains int
		out       bool
	}{
		{large, "auto", 1000, 100, true},
		{large, "", 1000, 100, true},
		{large, "", 1000, 10_000, false}, // the chains take a third as long
		{large, "", 100, 100, false},     // a moment
		{large, Always, 1000, 100, false},
		{large, Never, 2, 100_000, true},
		{small, "", 1_000_000, 2, false},
		{small, Never, 100, 100, true},
	} {
		p := Plan{Chains: c.chains, Beside: c.truth}
		if out := p.LeavesOut(c.on, c.T); out != c.out {
			t.Errorf("%v, %q, T = %d and %d chains: left out is %v, at %s", c.on, c.truth, c.T, c.chains, out,
				p.whyLeftOut(c.on, c.T))
		}
	}
	// a level of 65,536 cells with 16 moves each counts 3 (16 + 1) ns a cell, and a chain 50 ns in each direction
	p := Plan{Chains: 100_000}
	exactly, chains := p.cost(large, 1000)
	if exactly != 65_536*3*17*1000 || chains != 10*time.Second {
		t.Errorf("%v and %v", exactly, chains)
	}
	must.Say(t, p.whyLeftOut(large, 1000), "they take 3.3 s, and the chains 10.0 s")
}
