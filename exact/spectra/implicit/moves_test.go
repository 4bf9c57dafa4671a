package implicit

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestForm: a function that is 0 and 1 by turns along a flat path of n cells has the Dirichlet
// form (n-1)/2 times the mass of a cell. A plain sum of a hundred thousand such terms loses three
// digits.
func TestForm(t *testing.T) {
	const n = 100_003
	c := metropolisAt(t, grid.New(n), make([]float64, n))
	f, residual := make([]float64, n), make([]float64, n)
	for x := range f {
		f[x] = float64(x % 2)
	}
	got, want := c.form(residual, f), float64(n-1)/2*c.pi[0]
	if math.Abs(got/want-1) > 8*ulp {
		t.Errorf("the form is %.17g, want %.17g", got, want)
	}
	if residual[7] != 1 {
		t.Errorf("(I - P) f is %g in cell 7, want 1", residual[7])
	}
	if residual[8] != -1 {
		t.Errorf("(I - P) f is %g in cell 8, want -1", residual[8])
	}
}
