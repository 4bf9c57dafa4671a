package exact

import (
	"math"
	"math/big"
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// growth has both numbers to a few of their last digits, from the smallest x to
// beyond the end of the series.
func TestGrowth(t *testing.T) {
	for _, x := range []float64{1e-300, -1e-9, 1e-5, 0.01, -0.05, 0.0624, -0.0624, 0.0626, -0.4, 2} {
		want, term := new(big.Float).SetPrec(400), new(big.Float).SetPrec(400).SetFloat64(1)
		at := new(big.Float).SetPrec(400).SetFloat64(x)
		for k := 1.0; k < 60; k++ {
			term.Mul(term, at)
			term.Quo(term, big.NewFloat(k))
			if k > 1 {
				want.Add(want, term)
			}
		}
		more, _ := want.Float64()
		grow, _ := want.Add(want, at).Float64()
		g, m := growth(x)
		if !(math.Abs(g-grow) <= 4e-16*math.Abs(grow)) || !(math.Abs(m-more) <= 4e-15*more) { // expm1mx takes x off above 0.3
			t.Errorf("growth(%g) = %v, %v, want %v, %v", x, g, m, grow, more)
		}
	}
}

// A walk beside a plain pass is a walk, down and up.
func TestBesideIsAStep(t *testing.T) {
	target := toys.Hard(2)
	for _, T := range []int{2, 9, 300} { // steps both large and small
		a := chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
			Schedule: chains.Linear(T), Kernel: chains.Metropolis{}}
		c := newPlain(a)
		one, other := newWalk(a, 1, a.Kernel.On(a.Grid)), newWalk(a, 1, a.Kernel.On(a.Grid))
		for s := 2; s <= a.T(); s++ {
			c.standAt(s)
			same(t, "up", one.beside(c, false), other.step(s))
		}
		for s := a.T(); s >= 2; s-- {
			c.standAt(s)
			same(t, "down", one.beside(c, true), other.step(s-1))
		}
	}
}

func same(t *testing.T, way string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
		t.Errorf("%s: %v, want %v", way, got, want)
	}
}
