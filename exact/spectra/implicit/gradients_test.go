package implicit

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestDiagonal: the diagonal is the probability of leaving a cell over the mass elsewhere, even
// for a cell that has all of the mass but 1e-20, which 1 minus its mass does not hold.
func TestDiagonal(t *testing.T) {
	logf := []float64{0, -47, -48, -46.5, -50, -47}
	c := metropolisAt(t, grid.New(3, 2), logf)
	for x := range logf {
		elsewhere := 0.0
		for y, p := range c.pi {
			if y != x {
				elsewhere += p
			}
		}
		if got, want := c.diagonal(x, false), c.leave[x]/elsewhere; !(math.Abs(got/want-1) < 1e-14) {
			t.Errorf("of cell %d the diagonal is %g, want %g", x, got, want)
		}
	}
}
