package sandwich

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestReach: a factor of the size that a set names is found in about 9 of 10 fresh sets of the same sampler, or in
// more, either way, and one of a third of it in few. The cases share their random numbers, and so have an order.
func TestReach(t *testing.T) {
	gen := rand.New(rand.NewPCG(13, 14))
	for _, of := range []struct {
		v float64 // the variance
		n [2]int
	}{{0.1, [2]int{100, 100}}, {0.1, [2]int{300, 300}}, {1, [2]int{800, 100}}, {1, [2]int{3000, 3000}}} {
		w := JudgeAll([]Set{normal(gen, of.n[0], of.n[1], 2, of.v)})
		c := w.Reach(0)
		if math.IsNaN(c) {
			t.Errorf("%v, %s: no reach", of, w.Verdict)
			continue
		}
		const times = 30
		for _, size := range []float64{c, -c, c / 3} {
			found := 0
			for range times {
				s := normal(gen, of.n[0], of.n[1], 2, of.v)
				for i := range s.Sides[0].LogW {
					s.Sides[0].LogW[i] += size
				}
				if s.crooks().p <= Level {
					found++
				}
			}
			t.Logf("%v: a factor of e^%.3g is found in %d of %d", of, size, found, times)
			if least := 22; math.Abs(size) == c && found < least {
				t.Errorf("%v: e^%.3g is found in %d of %d", of, size, found, times)
			}
			if size == c/3 && found > 12 {
				t.Errorf("%v: e^%.3g is found in %d of %d: the reach is nearer", of, size, found, times)
			}
		}
	}
}
