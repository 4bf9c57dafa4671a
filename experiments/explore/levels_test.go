package explore_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestAlong: with any number of frames, the steps add up to B and the cells' parts to those of the whole annealing. The
// first law is the initial one, and the last are q and p.
func TestAlong(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 40}, {Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12},
		{Toy: "staircase", Kernel: "cycle", SkipLast: true, T: 20}, {Target: "0,1.5;w,2", Bridge: "mixture", T: 30}} {
		e := exactly(t, q)
		for _, frames := range []int{2, 3, 11, 200} {
			sum, parts := 0., make([]float64, len(e.P))
			l := along(t, q, frames)
			for i, f := range l.Frames {
				if i > 0 {
					sum += float64(f.Step)
					floats.Add(parts, floatsOf(f.BParts))
				}
			}
			name := fmt.Sprintf("%+v in %d frames: ", q, frames)
			must.Close(t, sum, float64(e.B.Sum), 1e-12, "%sthe sum of the steps", name)
			must.Each(t, parts, floatsOf(e.BParts), 1e-12, "%sthe parts", name)
			first, last := l.Frames[0], l.Frames[len(l.Frames)-1]
			must.Each(t, floatsOf(first.Forward), floatsOf(first.P), 1e-12, "%sthe first forward law", name)
			must.Each(t, floatsOf(last.Forward), floatsOf(e.Q), 1e-12, "%sthe last forward law", name)
			must.Each(t, floatsOf(last.Reverse), floatsOf(e.P), 1e-12, "%sthe last reverse law", name)
		}
	}
}
