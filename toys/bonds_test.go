package toys_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestParts: a toy says before its target is made what the target says.
func TestParts(t *testing.T) {
	var with []string
	for _, toy := range toys.Catalogue {
		if toy.With == nil {
			continue
		}
		params := strings.Split(toy.Example, ":")
		var told toys.Parts
		if toy.Parts != nil {
			with = append(with, toy.Name)
			told = toy.Parts(params, toy.Seed)
		}
		_, made, err := toy.With(params, toy.Seed)
		must.Do(t, err)
		if diff := cmp.Diff(made().Parts, told); diff != "" {
			t.Errorf("%s says other parts than its target: %s", toy.Name, diff)
		}
	}
	if all := strings.Join(with, " "); all != "ising potts spin-glass rbm" {
		t.Errorf("parts are told by %s", all)
	}
}
