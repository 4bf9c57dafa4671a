package certain

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Every kernel of the catalogue has an operator, and so bytes of its own beside the walks.
func TestBytesOfEveryKernel(t *testing.T) {
	for _, k := range append(others, kernels.Catalogue...) {
		a := small(k.Make)
		if got := operatorBytes(chains.DefinitionOf(a.Kernel, a.Grid), a.Grid, 4, 4); !(got > 0) {
			t.Errorf("%s: %g bytes, want more than 0", k.Name, got)
		}
	}
}

// Two cells of two classes, by hand: a Metropolis step on a line of two cells adds up two sums, and has four pairs of
// classes at most.
func TestBytesOfTwoCells(t *testing.T) {
	const law, level, rows, pairs = 2*number + item, 6*number + adder, 2 * adder, 2 * pair
	want := 2 * (2*(2*law+2*level+rows+pairs) + 2*number)
	if got := Bytes(kernels.Metropolis{}, grid.New(2), 2); got < want*(1-1e-12) || got > want*(1+1e-12) {
		t.Errorf("%g bytes, want %g", got, want)
	}
}
