package explore_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/evidence"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestLevelDistributions: with any number of frames the first distribution is the initial one, and the last are q and
// p.
func TestLevelDistributions(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 40}, {Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12},
		{Toy: "staircase", Kernel: "cycle", SkipLast: true, T: 20}, {Target: "0,1.5;w,2", Bridge: "mixture", T: 30}} {
		e := exactly(t, q)
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

// TestChainsAlong: chains are where the exact distribution of their level says, at the levels of the distributions, and
// are the same each time.
func TestChainsAlong(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 400}, {Target: "0,1.5,w;1,2,0", Kernel: "cycle", T: 9},
		{Toy: "staircase", Bridge: "mixture", SkipLast: true, T: 20}} {
		for _, frames := range []int{0, 4} {
			w := must.Have(explore.ChainsAlong(t.Context(), q, frames))(t)
			l := along(t, q, len(w.Levels))
			if want := min(q.T, max(4, 241*(4-frames)/4)); len(w.Levels) != want || len(w.Cells) != want {
				t.Fatalf("%+v: %d levels with %d lists of cells, want %d", q, len(w.Levels), len(w.Cells), want)
			}
			for i, f := range l.Frames {
				counts := make([]int, len(f.P))
				for _, x := range w.Cells[i] {
					counts[x]++
				}
				if fit := evidence.ChiSquare(counts, floatsOf(f.Forward)); w.Levels[i] != f.T || !(fit.P > 1e-6) {
					t.Errorf("%+v: at level %d, which has frame %d, p = %v of %v", q, w.Levels[i], f.T, fit.P, counts)
				}
			}
			if diff := cmp.Diff(w, must.Have(explore.ChainsAlong(t.Context(), q, frames))(t)); diff != "" {
				t.Errorf("%+v, once more: %s", q, diff)
			}
		}
	}
}
