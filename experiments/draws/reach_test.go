package draws

import (
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid"
)

// slow are draws of q, which is the same on both halves of the cells, and change the half with this probability.
func slow(q []float64, n int, changes float64, seed uint64) []int32 {
	dice := rand.New(rand.NewPCG(seed, 8))
	all, half := independent(q, n, seed), int32(len(q)/2)
	for k, upper := range all {
		all[k] %= half
		if k > 0 {
			upper = all[k-1]
		}
		if upper >= half != (dice.Float64() < changes) {
			all[k] += half
		}
	}
	return all
}

// TestReachOfDraws: a distribution that is as far from p as draws say they see is found by 9 of 10 samples, and one of
// a third of it by few: mass is moved between halves of the cells, which is the hardest to see.
func TestReachOfDraws(t *testing.T) {
	p := slices.Repeat([]float64{1. / 32}, 32)
	g := grid.New(32)
	gen := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		n       int
		changes float64
	}{{1000, 0.5}, {20_000, 0.05}} {
		fits := Judge(g, p, []Sample{{Chains: [][]int32{slow(p, c.n, c.changes, 7)}}})[0]
		if !(fits.Reach > 0 && fits.Reach < 1) {
			t.Fatalf("%d draws: reach %v", c.n, fits.Reach)
		}
		for _, w := range []struct {
			share       float64
			least, most int // of 50 samples
		}{{1, 40, 50}, {1. / 3, 0, 8}} {
			q := make([]float64, 32)
			for x := range q {
				q[x] = p[x] * (1 + 2*w.share*fits.Reach*float64(1-x%2*2))
			}
			const times = 50
			found := 0
			for range times {
				s := Sample{Chains: [][]int32{slow(q, c.n, c.changes, gen.Uint64())}}
				if Judge(g, p, []Sample{s})[0].Verdict == Differs {
					found++
				}
			}
			if found < w.least || found > w.most {
				t.Errorf("%d draws, %v of a reach of %v: found in %d of %d", c.n, w.share, fits.Reach, found, times)
			}
		}
	}
}
