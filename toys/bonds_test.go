package toys_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
	"breadboard/toys"
)

// TestBonds: up to a constant log f of a target with bonds is the sum of the couplings of those whose sites agree, and
// of fields.
func TestBonds(t *testing.T) {
	for _, target := range []toys.Target{toys.Ising(2, 3, 0.4), toys.Ising(3, 3, -0.7), toys.Ising(1, 4, 1),
		toys.IsingIn(2, 3, 0.4, -0.2), toys.Potts(2, 3, 3, 1), toys.Potts(1, 2, 5, -2), toys.SpinGlass(2, 2, 1),
		toys.SpinGlass(3, 3, 7)} {
		if len(target.Bonds) == 0 {
			t.Errorf("%s has no bonds", target.Name)
		}
		sum := func(x int) (sum float64) {
			for _, b := range target.Bonds {
				if target.Grid.Coord(x, b.Sites[0]) == target.Grid.Coord(x, b.Sites[1]) {
					sum += b.Coupling
				}
			}
			for site, here := range target.Fields {
				sum += here[target.Grid.Coord(x, site)]
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
	if all := strings.Join(with, " "); all != "ising potts spin-glass rbm curie-weiss" {
		t.Errorf("parts are told by %s", all)
	}
}

// TestEveryTwo: of spins that can be exchanged the sum goes over all pairs. A field of 0 is none.
func TestEveryTwo(t *testing.T) {
	for _, target := range []toys.Target{toys.CurieWeiss(5, 1.3), toys.CurieWeissIn(6, 0.8, 0.4)} {
		n := target.Every.Spins
		sum := func(up int) float64 {
			pairs := up*(up-1)/2 + (n-up)*(n-up-1)/2
			all := float64(pairs) * target.Every.Coupling
			if target.Fields != nil {
				all += float64(up)*target.Fields[0][1] + float64(n-up)*target.Fields[0][0]
			}
			return all
		}
		for up, v := range target.Cells {
			must.Near(t, v-target.Cells[0], sum(up)-sum(0), 1e-13, "%s with %d up", target.Name, up)
		}
	}
	if one := toys.CurieWeissIn(9, 1, 0); one.Name != "curie-weiss:9:1" || one.Fields != nil {
		t.Errorf("a field of 0 is one: %s", one.Name)
	}
}
