package exact

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// A walk beside a plain pass is a walk, down and up.
func TestBesideIsAStep(t *testing.T) {
	target := toys.Hard(2)
	for _, T := range []int{2, 9, 300} { // steps both large and small
		a := chains.Annealing{
			Grid:     target.Grid,
			Bridge:   chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
			Schedule: chains.Linear(T),
			Kernel:   kernels.Metropolis{},
		}
		c := newPlain(a)
		one, other := newWalk(a, 1, a.Kernel.On(a.Grid)), newWalk(a, 1, a.Kernel.On(a.Grid))
		for s := 2; s <= a.T(); s++ {
			c.stepTo(s)
			same(t, "up", one.beside(c, false), other.step(s))
		}
		for s := a.T(); s >= 2; s-- {
			c.stepTo(s)
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
