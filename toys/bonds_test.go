package toys_test

import (
	"testing"

	"breadboard/grid/must"
	"breadboard/toys"
)

// TestBonds: up to a constant log f of a target with bonds is the sum of the couplings of those whose sites agree.
func TestBonds(t *testing.T) {
	for _, target := range []toys.Target{toys.Ising(2, 3, 0.4), toys.Ising(3, 3, -0.7), toys.Ising(1, 4, 1),
		toys.Potts(2, 3, 3, 1), toys.Potts(1, 2, 5, -2), toys.SpinGlass(2, 2, 1), toys.SpinGlass(3, 3, 7)} {
		if len(target.Bonds) == 0 {
			t.Errorf("%s has no bonds", target.Name)
		}
		sum := func(x int) (sum float64) {
			for _, b := range target.Bonds {
				if target.Grid.Coord(x, b.Sites[0]) == target.Grid.Coord(x, b.Sites[1]) {
					sum += b.Coupling
				}
			}
			return sum
		}
		for x, v := range target.LogF {
			must.Near(t, v-target.LogF[0], sum(x)-sum(0), 1e-13, "%s at %v", target.Name, target.Grid.Coords(x))
		}
	}
	if bonds := toys.Barrier().Bonds; bonds != nil {
		t.Errorf("barrier has the bonds %v", bonds)
	}
}
