package exact_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// TestMarginal: the marginal law of an extended chain is p_T where it should be,
// its J is that by the formula, below that of the whole, and itself where there is
// nothing to sum over.
func TestMarginal(t *testing.T) {
	target := toys.Easy(7)
	for _, k := range []chains.Kernel{kernels.Lifted{Turn: 0.1}, kernels.Swap{Share: 0.5}, kernels.Metropolis{}} {
		res := run(t, annealing(target, k, chains.Linear(5)))
		q, p, final := res.Marginal(49)
		for x, want := range at(target, 1) {
			near(t, "p", p[x], want, 1e-13)
		}
		near(t, "mass", floats.Sum(q), 1, 1e-13)
		near(t, "J", final.Jeffreys(), jeffreys(p, q), 1e-12)
		if _, plain := k.(kernels.Metropolis); plain && final != res.Final {
			t.Errorf("the marginal of everything is %v, not %v", final, res.Final)
		} else if !plain && !(final.Jeffreys() < res.J()) {
			t.Errorf("J = %v of the cell, %v of the state", final.Jeffreys(), res.J())
		}
	}
	// A walker whose direction means nothing for its place: what does not move has
	// the J of the ends.
	res := run(t, annealing(target, kernels.Lazy{A: 1, Kernel: kernels.Lifted{}}, chains.Linear(5)))
	_, p, final := res.Marginal(49)
	near(t, "J of a walker that stays", final.Jeffreys(), jeffreys(at(target, 0), p), 1e-13)
	near(t, "J with its direction", res.J(), final.Jeffreys(), 1e-13)
}

// carrying is Metropolis by a walker that carries a direction and never looks at it:
// whatever the directions do, the cell has the same law as under Metropolis alone.
type carrying struct{ kernels.Lifted }

func (carrying) On(g grid.Grid) chains.Operator {
	moves := g.Moves() - 2
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range moves {
			if y, ok := g.Move(x, m); ok {
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(moves))
			}
		}
	}}.On(g)
}

// TestMarginalDigits: where J is 1e-10 the marginal one has ten digits.
func TestMarginalDigits(t *testing.T) {
	small := toys.Easy(7)
	small.LogF = tame(small.LogF, 1e-4)
	wide := run(t, annealing(small, carrying{}, chains.Linear(4)))
	plain := run(t, annealing(small, kernels.Metropolis{}, chains.Linear(4)))
	_, _, final := wide.Marginal(49)
	got, want := final.Jeffreys(), plain.J()
	if !(math.Abs(got-want) <= 1e-10*want) {
		t.Errorf("J = %.12g of the cell, %.12g without a direction", got, want)
	}
	if want > 1e-6 {
		t.Errorf("J = %g is not small", want)
	}
}
