package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// What a kernel breaks that misses its target, and what it may break then. All other laws hold: rows sum to 1, steps
// are those of rows, walls are not entered.
var missed = []laws.Law{laws.Invariance, laws.Reversal}

// A kernel that says that it misses its target does, and keeps every law that speaks of no target.
func TestMissingKernelsMiss(t *testing.T) {
	for _, e := range kernels.Missing {
		k := e.Make.Of(1.5)
		if chains.Fits(k, grid.New(2, 2)) != nil { // the tests of others are on targets of theirs
			continue
		}
		broken := map[laws.Law]bool{}
		for _, b := range chaintest.Breaches(k, chaintest.Annealer) {
			if !broken[b.Law] {
				t.Log(e.Name, b)
			}
			broken[b.Law] = true
		}
		for _, law := range missed {
			if !broken[law] {
				t.Errorf("%s says that it misses its target, and keeps the law %q", e.Name, law)
			}
		}
		for _, law := range []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Push, laws.Order, laws.Visits,
			laws.Steps, laws.Stay, laws.ByMass, laws.PullPair, laws.PushBlock} {
			if broken[law] {
				t.Errorf("%s breaks the law %q, which has nothing to do with its target", e.Name, law)
			}
		}
		if chains.Misses(k) == "" || chains.Misses(kernels.Repeat{Times: 2, Kernel: k}) == "" {
			t.Errorf("%s does not say that it misses its target", e.Name)
		}
	}
	for _, e := range kernels.All {
		if why := chains.Misses(e.Make); why != "" {
			t.Errorf("%s is said to miss its target: %s", e.Name, why)
		}
	}
}

// The step of an unadjusted walker, word by word: along each axis by itself it draws a move m with weight
// exp(g m/2 - m²/2 Size²), g the slope, cut so that the drift is at most Size; into a wall it does not go.
func TestUnadjustedByHand(t *testing.T) {
	const size = 0.9
	logf := []float64{0.3, -1.1, 2.2, 0.7, 1.9, math.Inf(-1), 0.1, -2.4, 9.3, 0.8, -0.2, 0.4}
	g := grid.New(3, 4).WithWalls(5)
	a := chains.To(logf, g, kernels.Unadjusted{Size: size}, 2)
	op, _ := a.Aimed(2, 1)
	law := func(x, axis int) map[int]float64 {
		slope, ends := 0.0, []int{x, x}
		for i, by := range []int{-1, 1} {
			if y, ok := g.Along(x, axis, by); ok && !math.IsInf(logf[y], -1) {
				ends[i] = y
			}
		}
		if d := g.Coord(ends[1], axis) - g.Coord(ends[0], axis); d > 0 {
			slope = (logf[ends[1]] - logf[ends[0]]) / float64(d)
		}
		slope = max(-2/size, min(2/size, slope))
		all, sum := map[int]float64{}, 0.0
		for m := -2; m <= 2; m++ {
			if _, ok := g.Along(x, axis, m); ok {
				all[m] = math.Exp(slope*float64(m)/2 - float64(m*m)/(2*size*size))
				sum += all[m]
			}
		}
		for m := range all {
			all[m] /= sum
		}
		return all
	}
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		want := make([]float64, len(logf))
		for down, p := range law(x, 0) {
			for across, q := range law(x, 1) {
				y, _ := g.Along(x, 0, down)
				y, _ = g.Along(y, 1, across)
				if g.Wall(y) {
					y = x
				}
				want[y] += p * q
			}
		}
		got := make([]float64, len(logf))
		got[x] = chains.StayProbability(op, x)
		op.Row(x, func(y int, p float64) { got[y] += p })
		must.Each(t, got, want, 1e-14, "from cell %d", x)
	}
}
