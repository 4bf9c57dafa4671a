package chaintest_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// without is a kernel that runs on k's space and has other rows there.
type without struct {
	chains.Extends
	kernels.Rows
}

// legalKing proposes legal moves alone, and forgets that an edge has fewer.
func legalKing(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	near := map[int]bool{}
	for y := range g.Size() {
		touches := y != x
		for a := range g.Axes() {
			touches = touches && max(g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a)) <= 1
		}
		near[y] = touches
	}
	legal := 0
	for y := range g.Size() {
		if near[y] {
			legal++
		}
	}
	for y := range g.Size() {
		if near[y] && !math.IsInf(logf[y], -1) {
			visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(legal))
		}
	}
}

// unreferenced picks the best of two moves, likely, and accepts it like
// Metropolis, without a reference set.
func unreferenced(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	f := func(m int) float64 {
		if y, ok := g.Move(x, m); ok {
			return math.Exp(logf[y])
		}
		return 0
	}
	pairs := float64(g.Moves() * g.Moves())
	for i := range g.Moves() {
		if y, ok := g.Move(x, i); ok && !math.IsInf(logf[y], -1) {
			picked := 0.0
			for j := range g.Moves() {
				picked += 2 / pairs * f(i) / (f(i) + f(j))
			}
			visit(y, picked*math.Exp(min(0, logf[y]-logf[x])))
		}
	}
}

// unratioed makes the second stage of a delayed rejection as if it were the first.
func unratioed(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n, rejected := float64(g.Size()), 0.0
	a := func(y int) float64 { return math.Exp(min(0, logf[y]-logf[x])) }
	for y := range g.Size() {
		rejected += (1 - a(y)) / n
	}
	rows := make([]float64, g.Size())
	for y := range rows {
		rows[y] = a(y) / n
	}
	for m := range g.Moves() {
		if z, ok := g.Move(x, m); ok {
			rows[z] += rejected * a(z) / float64(g.Moves())
		}
	}
	for y, p := range rows {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// straight keeps its direction when it is rejected.
func straight(sense int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		last := g.Axes() - 1
		if y, ok := g.Move(x, g.Coord(x, last)^sense); ok && !math.IsInf(logf[y], -1) {
			visit(y, 0.9*math.Exp(min(0, logf[y]-logf[x])))
		}
		first := x - g.Coord(x, last)
		for m := range g.Len(last) {
			if to := first + m; to != x && !math.IsInf(logf[to], -1) {
				visit(to, 0.1/float64(g.Len(last)))
			}
		}
	}
}

// forced changes the places of two walkers whatever their densities say.
func forced(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	d := g.Axes() / 2
	c := g.Coords(x)
	if y := g.Index(append(append([]int{}, c[d:]...), c[:d]...)...); y != x && !math.IsInf(logf[y], -1) {
		visit(y, 0.5)
	}
}

// unreversed gives its own sweep for its reversal.
type unreversed struct{ kernels.GibbsSweep }

func (k unreversed) On(g grid.Grid) chains.Operator { return itself{k.GibbsSweep.On(g)} }

type itself struct{ chains.Operator }

func (o itself) Reversal() chains.Operator { return o }

// TestBrokenKernels: the bugs that these kernels invite are each found by the law
// that they break.
func TestBrokenKernels(t *testing.T) {
	for _, c := range []struct {
		name   string
		kernel chains.Kernel
		laws   []string
		keeps  []string
	}{
		{"a king's legal moves, without the ratio of their numbers", kernels.Rows{To: legalKing}, []string{"invariance", "reversal", "Crooks"}, []string{"rows", "step"}},
		{"several tries, no reference set", kernels.Rows{To: unreferenced}, []string{"invariance", "reversal", "Crooks"}, []string{"rows", "step"}},
		{"a second stage without its ratio", kernels.Rows{To: unratioed}, []string{"invariance", "reversal", "Crooks"}, []string{"rows", "step"}},
		{"a lifted walker that does not turn", without{kernels.Lifted{}, kernels.Rows{To: straight(0), Back: straight(1)}},
			[]string{"invariance", "E_fwd[w] = Z_T/Z_1"}, []string{"rows", "step"}},
		{"places changed by force", without{kernels.Swap{Share: 0.5}, kernels.Rows{To: forced}}, []string{"invariance", "reversal", "Crooks"}, []string{"rows", "step"}},
		{"a cycle that is not reversed", unreversed{}, []string{"reversal", "Crooks", "B = KL(fwd||rev) + KL(rev||fwd)"}, []string{"rows", "invariance", "E_fwd[w] = Z_T/Z_1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			broken := map[string]bool{}
			for _, b := range chaintest.Breaches(c.kernel, chaintest.Sampler) {
				broken[b.Law] = true
			}
			for _, law := range c.laws {
				if !broken[law] {
					t.Errorf("the law %q did not notice; those that did: %v", law, broken)
				}
			}
			for _, law := range c.keeps {
				if broken[law] {
					t.Errorf("the law %q accuses, but it holds", law)
				}
			}
		})
	}
}
