package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestOneChainIsWrong: the kernel is right and its reversal is not, or the other way
// round, in a cell so rare that the law of x_T hardly shows it. Where both chains are
// walked, each walk beside the pass that checks it, the mean of log w alone tells:
// forward in the one case and in reverse in the other.
func TestOneChainIsWrong(t *testing.T) {
	step := func(leak float64) kernels.Rule {
		return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			for m := range g.Moves() {
				if y, ok := g.Move(x, m); ok {
					p := math.Exp(min(0, logf[y]-logf[x])) / float64(g.Moves())
					if x == 2 {
						p *= 1 - leak
					}
					visit(y, p)
				}
			}
		}
	}
	stands, err := chains.NewSchedule([]float64{0, 0, 0, 0.5, 1, 1, 1}) // where the rare cell has mass
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]chains.Kernel{
		"forward": kernels.Rows{To: step(0.01), Back: step(0)},
		"reverse": kernels.Rows{To: step(0), Back: step(0.01)},
	} {
		a := between([]float64{0, 0, -18}, []float64{0, 0, -200}, 5, k)
		if name == "reverse" { // the rare cell is left by the reverse chain
			a = between([]float64{0, 0, -200}, []float64{0, 0, -18}, 5, k)
		}
		a.Bridge, a.Schedule = oneWay{a.Bridge}, stands
		res := run(t, a)
		warned(t, res, "the kernel does not leave its density invariant, or its reversal does not undo it")
		a.Kernel = kernels.Rows{To: step(0)}
		for _, w := range run(t, a).Warnings {
			if accuses(w) {
				t.Errorf("%s: a sound kernel is accused: %s", name, w)
			}
		}
	}
}
