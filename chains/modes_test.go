package chains_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// BARRIER has four modes, of nine cells each side by side, the heaviest in the upper
// right; the cells of its cross belong to the basins that they are beside.
func TestModes(t *testing.T) {
	b := toys.Barrier()
	modes := chains.Modes(b.Grid, b.LogF)
	if len(modes) != 4 {
		t.Fatalf("%d modes", len(modes))
	}
	mass, cells := 0.0, 0
	for i, m := range modes {
		if len(m.Peak) != 9 {
			t.Errorf("mode %d peaks in %v", i, m.Peak)
		}
		mass += m.Mass
		cells += len(m.Basin)
	}
	for _, x := range modes[0].Peak {
		if b.Grid.Coord(x, 0) > 2 || b.Grid.Coord(x, 1) < 4 {
			t.Errorf("the heaviest mode has cell %v, want the upper right", b.Grid.Coords(x))
		}
		if b.LogF[x] != 3 {
			t.Errorf("the heaviest mode has cell %v of log f %v, want 3", b.Grid.Coords(x), b.LogF[x])
		}
	}
	if math.Abs(mass-1) > 1e-12 {
		t.Errorf("the basins have mass %v, want 1", mass)
	}
	if cells != 49 {
		t.Errorf("the basins have %d cells, want 49", cells)
	}
	if first := modes[0].Mass; !(first > 0.87) {
		t.Errorf("the heaviest basin has mass %v, want more than 0.87", first)
	}
}
