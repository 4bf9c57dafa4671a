package explore_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestLevelDistributions: with any number of frames the first distribution is the initial one, and the last are q and
// p. The steps add up to B.
func TestLevelDistributions(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 40}, {Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12},
		{Toy: "staircase", Kernel: "cycle", SkipLast: true, T: 20}, {Target: "0,1.5;w,2", Bridge: "mixture", T: 30}} {
		e := exactly(t, q)
		must.Close(t, floats.Sum(floatsOf(e.Steps)), float64(e.B.Sum), 1e-12, "%+v: the sum of the steps", q)
		for _, frames := range []int{2, 3, 11, 200} {
			l := along(t, q, frames)
			name := fmt.Sprintf("%+v in %d frames: ", q, frames)
			first, last := l.Frames[0], l.Frames[len(l.Frames)-1]
			must.Each(t, floatsOf(first.Forward), floatsOf(first.P), 1e-12, "%sthe first distribution", name)
			must.Each(t, floatsOf(last.Forward), floatsOf(e.Q), 1e-12, "%sthe last forward distribution", name)
			must.Each(t, floatsOf(last.P), floatsOf(e.P), 1e-12, "%sthe last distribution of the path", name)
		}
	}
}
