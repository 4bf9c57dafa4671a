package crosscheck

import (
	"slices"
	"testing"

	"breadboard/grid"
)

// TestLeavesOut: exact numbers stand beside chains by the word for it, and by cost on large spaces alone: where they
// take a moment or less, or less than five times as long as the chains, they are had.
func TestLeavesOut(t *testing.T) {
	small := grid.New(7, 7)
	large := grid.New(slices.Repeat([]int{2}, 16)...).Of(grid.Any)
	for _, c := range []struct {
		on        grid.Grid
		truth     When
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
		p := Plan{Chains: c.chains, Exact: c.truth}
		if out := p.leavesOut(c.on, c.T); out != c.out {
			t.Errorf("%v, %q, T = %d and %d chains: left out is %v", c.on, c.truth, c.T, c.chains, out)
		}
	}
}
