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
		bare.dropLaws()
		if len(whole.CellQ) != 8 || whole.Q == nil {
			t.Errorf("%s: the laws are %v, of the cells %v", kernel, whole.Q, whole.CellQ)
		}
		if bare.Q != nil || bare.P != nil || bare.CellQ != nil {
			t.Errorf("%s: laws are kept: %v, %v, %v", kernel, bare.Q, bare.P, bare.CellQ)
		}
		if bare.CellGap != whole.CellGap || !(bare.CellGap.Jeffreys() > 0) {
			t.Errorf("%s: the cell's divergence is %v; with the laws %v", kernel, bare.CellGap, whole.CellGap)
		}
		if bare.J() != whole.J() || bare.B() != whole.B() || bare.LogR != whole.LogR {
			t.Errorf("%s: J, B and log R are %v, %v, %v; with the laws %v, %v, %v",
				kernel, bare.J(), bare.B(), bare.LogR, whole.J(), whole.B(), whole.LogR)
		}
	}
}
