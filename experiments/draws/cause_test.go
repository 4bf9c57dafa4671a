package draws

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/grid"
)

// box is a law on 5x5 cells, with hardly any mass on the rim, and no symmetry.
func box() (grid.Grid, []float64) {
	g := grid.New(5, 5)
	p := make([]float64, g.Size())
	sum := 0.0
	for x := range p {
		at := g.Coords(x)
		r, c := float64(at[0]), float64(at[1])
		p[x] = math.Exp(-2*(r-2)*(r-2)-1.5*(c-1.8)*(c-1.8)+0.9*(r-2)*(c-2)) * (1 + 0.3*r)
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
	return g, p
}

// TestWaysOfReading: draws whose cells are written down in another way are not p's, and the way is named.
func TestWaysOfReading(t *testing.T) {
	g, p := box()
	const n = 5000
	sound := independent(p, n, 1)
	for says, of := range map[string]func(r, c int) (int, int){
		"":                           func(r, c int) (int, int) { return r, c },
		"axes 1 and 2 are exchanged": func(r, c int) (int, int) { return c, r },
		"places are counted from 1, or are one too large along each axis; from 0 would do": func(r, c int) (int, int) {
			return r + 1, c + 1
		},
		"axis 2 is counted from its other end": func(r, c int) (int, int) { return r, 4 - c },
	} {
		var chain []int32
		for _, x := range sound {
			at := g.Coords(int(x))
			r, c := of(at[0], at[1])
			if r >= 0 && r < 5 && c >= 0 && c < 5 { // what is off the grid is left out
				chain = append(chain, int32(g.Index(r, c)))
			}
		}
		got := Judge(g, p, []Sample{{Chains: [][]int32{chain}}})[0]
		if got.Why != says || (got.Verdict == Differs) != (says != "") {
			t.Errorf("%q: %s, %q", says, got.Verdict, got.Why)
		}
	}
}

// TestReachOfDraws: a law that is as far from p as draws say they see is found by 9 of 10 samples, and one of a third
// of it by few: mass is moved between halves of the cells, which is the hardest to see.
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
		for share, within := range map[float64][2]int{1: {80, 100}, 1. / 3: {0, 15}} {
			q := make([]float64, 16)
			for x := range q {
				q[x] = p[x] * (1 + 2*share*fits.Reach*float64(1-x%2*2))
			}
			const times = 100
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
