package validation_test

import (
	"math"
	"testing"

	"breadboard/toys"
)

// BARRIER has four modes, of nine cells each side by side, the heaviest in the upper
// right; the cells of its cross belong to the basins that they are beside.
func TestModes(t *testing.T) {
	modes := subject(t, "barrier", "metropolis", "linear", 3).Modes()
	b := toys.Barrier()
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
		if b.Grid.Coord(x, 0) > 2 || b.Grid.Coord(x, 1) < 4 || b.LogF[x] != 3 {
			t.Errorf("the heaviest mode has cell %v", b.Grid.Coords(x))
		}
	}
	if math.Abs(mass-1) > 1e-12 || cells != 49 || !(modes[0].Mass > 0.87) {
		t.Errorf("basins of mass %v and %d cells, the first of %v", mass, cells, modes[0].Mass)
	}
}
