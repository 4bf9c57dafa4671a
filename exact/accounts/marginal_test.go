package accounts_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// The cell alone has the same means of log w as the whole state, and is no farther from the target.
func TestMarginal(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Swap{}, 3) {
		a := account(t, programs.AIS{Problem: p}, p)
		m := a.Marginal(p.Grid.Len(0))
		near(t, "the sum of p", floats.Sum(m.P), 1)
		near(t, "the sum of q", floats.Sum(m.Q), 1)
		near(t, "the sum of F", floats.Sum(m.F), floats.Sum(a.F))
		near(t, "B", floats.Dot(m.P, m.G)-floats.Sum(m.F), a.B())
		if !(m.J() < a.J()) {
			t.Errorf("%v: J of the cell is %v, and %v of the state", p.Grid, m.J(), a.J())
		}
	}
}

// Without a reverse there is no G.
func TestMarginalWithoutReverse(t *testing.T) {
	p := chaintest.Problems(kernels.Swap{}, 2)[0]
	if g := account(t, programs.NewNS(p, 2, 0, programs.UnbiasedShrinkage), p).Marginal(p.Grid.Len(0)).G; g != nil {
		t.Errorf("G is %v", g)
	}
}
