package certain

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestUntoldMass: the next level has no mass in a cell. If the chain is there, E[log w] is
// infinite; if it is not, finite; and if it is there with a probability between 0 and
// 1e-30 the walk must not say either.
func TestUntoldMass(t *testing.T) {
	ends := [2][]float64{{0, 0}, {0, math.Inf(-1)}}
	for _, back := range []bool{false, true} {
		a := chains.Annealing{
			Grid:     grid.New(2),
			Kernel:   kernels.Identity{},
			Schedule: chains.Linear(2),
			Bridge:   chains.Geometric{From: ends[0], To: ends[1]},
		}
		from, to := 1, 2
		if back {
			a.Bridge, from, to = chains.Geometric{From: ends[1], To: ends[0]}, 2, 1
		}
		for _, c := range []struct {
			lo, hi         float64
			endless, wrong bool
		}{{0, 0, false, false}, {0, 1e-30, false, true}, {1e-31, 1e-30, true, false}} {
			w := aimed(t, a, from)
			w.law[1].Lo.SetFloat64(c.lo)
			w.law[1].Hi.SetFloat64(c.hi)
			err := w.step(to, back)
			if (err != nil) != c.wrong {
				t.Errorf("back %v, mass from %g to %g: error %v", back, c.lo, c.hi, err)
			}
			if err == nil && (w.below || w.above) != c.endless {
				t.Errorf("back %v, mass from %g to %g: below %v, above %v", back, c.lo, c.hi, w.below, w.above)
			}
			if w.below && back {
				t.Errorf("back, mass from %g to %g: below", c.lo, c.hi)
			}
			if w.above && !back {
				t.Errorf("forward, mass from %g to %g: above", c.lo, c.hi)
			}
		}
	}
}
