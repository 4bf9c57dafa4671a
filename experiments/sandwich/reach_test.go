package sandwich

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestReach: a factor of the size that a set names is found in about 9 of 10 fresh sets of the same sampler, or in
// more, either way, and one of a third of it in few.
func TestReach(t *testing.T) {
	gen := rand.New(rand.NewPCG(13, 14))
	for v, sizes := range map[float64][][2]int{0.1: {{100, 100}, {300, 300}}, 1: {{800, 100}, {3000, 3000}}} {
		for _, n := range sizes {
			w := JudgeAll([]Set{normal(gen, n[0], n[1], 2, v)})
			c := w.Reach(0)
			if math.IsNaN(c) {
				t.Errorf("%v runs of variance %v, %s: no reach", n, v, w.Verdict)
				continue
			}
			const times = 30
			for _, size := range []float64{c, -c, c / 3} {
				found := 0
				for range times {
					s := normal(gen, n[0], n[1], 2, v)
					for i := range s.Sides[0].LogW {
						s.Sides[0].LogW[i] += size
					}
					if s.crooks().p <= Level {
						found++
					}
				}
				t.Logf("%v runs of variance %v: a factor of e^%.3g is found in %d of %d", n, v, size, found, times)
				if least := 22; math.Abs(size) == c && found < least {
					t.Errorf("%v runs of variance %v: e^%.3g is found in %d of %d", n, v, size, found, times)
				}
				if size == c/3 && found > 12 {
					t.Errorf("%v runs of variance %v: e^%.3g is found in %d of %d: the reach is nearer",
						n, v, size, found, times)
				}
			}
		}
	}
}
