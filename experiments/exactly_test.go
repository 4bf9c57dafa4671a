package experiments

import (
	"testing"

	"breadboard/exact"
)

// A run on many states keeps the same numbers without its laws, also how far
// the target's own cell is from the target.
func TestKeepWithoutLaws(t *testing.T) {
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
		whole, bare := Exact{Chain: c, Result: r}, Exact{Chain: c, Result: r}
		bare.dropLaws()
		q, final := whole.OfCells()
		none, same := bare.OfCells()
		if len(q) != 8 || none != nil || final != same || !(final.Jeffreys() > 0) {
			t.Errorf("%s: %v and %v, %v and %v", kernel, q, none, final, same)
		}
		if whole.Q == nil || bare.Q != nil || bare.P != nil {
			t.Errorf("%s: of few states the law is kept: %v; of many: %v", kernel, whole.Q != nil, bare.Q != nil ||
				bare.P != nil)
		}
		if bare.J() != whole.J() || bare.B() != whole.B() || bare.LogR != whole.LogR {
			t.Errorf("%s: J, B and log R are %v, %v, %v; with the laws %v, %v, %v",
				kernel, bare.J(), bare.B(), bare.LogR, whole.J(), whole.B(), whole.LogR)
		}
	}
}
