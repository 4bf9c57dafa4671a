package certain

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Every kernel of the catalogue has an operator, and so bytes of its own beside the walks.
func TestBytesOfEveryKernel(t *testing.T) {
	for _, k := range append(others, kernels.Catalogue...) {
		a := small(k.Make)
		if got := operatorBytes(a.Kernel, a.Grid, 4); !(got > 0) {
			t.Errorf("%s: %g bytes, want more than 0", k.Name, got)
		}
	}
}

// Two cells of two classes, by hand: a Metropolis step on a line of two cells proposes both ways, and one of them leads
// to the other cell.
func TestBytesOfTwoCells(t *testing.T) {
	const law, level = 2*number + item, 6*number + adder
	rows := 2.0 * (number + 2*(list+2*item*2) + list + item*2)
	pairs := 2.0 * number * 4
	want := 1.6 * (2*(2*law+2*level+rows+pairs) + 2*number)
	if got := Bytes(kernels.Metropolis{}, grid.New(2), 2); got < want*(1-1e-12) || got > want*(1+1e-12) {
		t.Errorf("%g bytes, want %g", got, want)
	}
}
