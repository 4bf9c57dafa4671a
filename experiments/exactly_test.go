package experiments

import (
	"testing"

	"breadboard/exact"
)

// A run without its laws has the same numbers, also how far the target's own cell is
// from the target.
func TestDropLaws(t *testing.T) {
	for _, kernel := range []string{"metropolis", "swap"} {
		c, err := Setting{Toy: "ising:1x3:0.7", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := c.At(t.Context(), 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		whole, bare := c.Measured(a, r), c.Measured(a, r)
		bare.Gap, bare.CellQ = bare.WithoutLaws(), nil
		if len(whole.CellQ) != 8 {
			t.Errorf("%s: the law of the cells is %v, want 8 numbers", kernel, whole.CellQ)
		}
		if whole.Q == nil {
			t.Errorf("%s: there is no law of the states", kernel)
		}
		for name, law := range map[string][]float64{"Q": bare.Q, "P": bare.P, "CellQ": bare.CellQ} {
			if law != nil {
				t.Errorf("%s: %s is kept: %v", kernel, name, law)
			}
		}
		if bare.Cell != whole.Cell {
			t.Errorf("%s: the cell's divergence is %v; with the laws %v", kernel, bare.Cell, whole.Cell)
		}
		if !(bare.Cell.Jeffreys() > 0) {
			t.Errorf("%s: the cell's divergence is %v, want more than 0", kernel, bare.Cell)
		}
		sameNumbers(t, kernel, bare, whole)
	}
}

func sameNumbers(t *testing.T, kernel string, bare, whole Exact) {
	t.Helper()
	for name, of := range map[string][2]float64{
		"J":     {bare.J(), whole.J()},
		"B":     {bare.B(), whole.B()},
		"log R": {bare.LogR, whole.LogR},
	} {
		if of[0] != of[1] {
			t.Errorf("%s: %s is %v; with the laws %v", kernel, name, of[0], of[1])
		}
	}
}
