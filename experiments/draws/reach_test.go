package draws

import (
	"math/rand/v2"
	"testing"

	"breadboard/grid"
)

// TestReachOfDraws: a distribution that is as far from p as draws say they see is found by 9 of 10 samples, and one of
// a third of it by few: mass is moved between halves of the cells, which is the hardest to see.
func TestReachOfDraws(t *testing.T) {
	p := make([]float64, 16)
	for x := range p {
		p[x] = 1. / 16
	}
	g := grid.New(4, 4)
	gen := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1000, 10_000} {
		fits := Judge(g, p, []Sample{{Chains: [][]int32{independent(p, n, 7)}}})[0]
		if !(fits.Reach > 0 && fits.Reach < 1) {
			t.Fatalf("%d draws: reach %v", n, fits.Reach)
		}
		for share, within := range map[float64][2]int{1: {40, 50}, 1. / 3: {0, 8}} {
			q := make([]float64, 16)
			for x := range q {
				q[x] = p[x] * (1 + 2*share*fits.Reach*float64(1-x%2*2))
			}
			const times = 50
			found := 0
			for range times {
				if Judge(g, p, []Sample{{Chains: [][]int32{independent(q, n, gen.Uint64())}}})[0].Verdict == Differs {
					found++
				}
			}
			if found < within[0] || found > within[1] {
				t.Errorf("%d draws, %v of a reach of %v: found in %d of %d", n, share, fits.Reach, found, times)
			}
		}
	}
}
