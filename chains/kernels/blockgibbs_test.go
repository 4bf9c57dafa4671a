package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// jointOf is the bridge joint to a machine that a seed draws.
func jointOf(t *testing.T, visible, hidden int, seed uint64) (*chains.Joint, grid.Grid) {
	t.Helper()
	target := toys.RBM(visible, hidden, seed)
	m := target.Machine
	return must.Have(chains.NewJoint(target.Uniform(), target.LogF, m.Visible, m.Hidden, m.Weights))(t), target.Grid
}

// chainOfUnits has the chain on visible and hidden units together, enumerated: h from exp(-beta E) given v, and v' from
// exp(-beta E) given h. It adds up what leads from v to v'. at says the inverse temperature of each draw.
func chainOfUnits(b *chains.Joint, atHidden, atVisible float64) []float64 {
	visible, hidden := len(b.Visible), len(b.Hidden)
	density := func(v, h int, beta float64) float64 {
		minus := 0.0
		for i := range visible {
			if v>>(visible-1-i)&1 == 0 {
				continue
			}
			minus += b.Visible[i]
			for j := range hidden {
				if h>>j&1 == 1 {
					minus += b.Weights[i][j]
				}
			}
		}
		for j := range hidden {
			if h>>j&1 == 1 {
				minus += b.Hidden[j]
			}
		}
		return math.Exp(beta * minus)
	}
	n := 1 << visible
	m := make([]float64, n*n)
	for v := range n {
		all := 0.0
		for h := range 1 << hidden {
			all += density(v, h, atHidden)
		}
		for h := range 1 << hidden {
			given := 0.0
			for y := range n {
				given += density(y, h, atVisible)
			}
			for y := range n {
				m[v*n+y] += density(v, h, atHidden) / all * density(y, h, atVisible) / given
			}
		}
	}
	return m
}

// TestBlockGibbs holds the kernel to the chain on all units, at several levels and in both directions.
func TestBlockGibbs(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {2, 4}, {4, 1}, {1, 3}} {
		b, g := jointOf(t, size[0], size[1], 3)
		op := kernels.BlockGibbs{Of: b}.On(g)
		level := chains.NewLevel(b, g.Size())
		for i, beta := range []float64{0, 0.4, 1} {
			level.Move(i+1, beta)
			op.Aim(level)
			want := chainOfUnits(b, beta, beta)
			must.Each(t, dense(op, g.Size()), want, 1e-13, "%v units at %v", size, beta)
			must.Each(t, dense(op.Reversal(), g.Size()), want, 1e-13, "%v units at %v, reversed", size, beta)
		}
	}
}

// TestBlockGibbsLaws: along its bridge the kernel keeps all laws of kernels.
func TestBlockGibbsLaws(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {2, 1}, {2, 3}, {4, 3}} {
		b, g := jointOf(t, size[0], size[1], 5)
		chaintest.LawsAlong(t, kernels.BlockGibbs{Of: b}, b, g)
	}
}

// atBeta is the chain on all units as a kernel. at says the inverse temperatures of its draws at a level.
func atBeta(b *chains.Joint, at func(beta float64) (hidden, visible float64)) chains.Kernel {
	return kernels.ByRule{Of: func(g grid.Grid) chains.Outcomes {
		rule := func(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
			_, beta := v.Place()
			hidden, visible := at(beta)
			m := chainOfUnits(b, hidden, visible)
			return func(x int, visit func(y int, weight numbers.Float)) {
				for y, p := range m[x*g.Size():][:g.Size()] {
					visit(y, numbers.Float(p))
				}
			}
		}
		return chains.Outcomes{Out: 1, Float: rule}
	}}
}

// TestBlockGibbsAtOne: draws at beta = 1 whatever the level is leave another density invariant, and the laws say so.
func TestBlockGibbsAtOne(t *testing.T) {
	b, g := jointOf(t, 3, 2, 3)
	for name, at := range map[string]func(beta float64) (hidden, visible float64){
		"none":    func(beta float64) (_, _ float64) { return beta, beta },
		"hidden":  func(beta float64) (_, _ float64) { return 1, beta },
		"visible": func(beta float64) (_, _ float64) { return beta, 1 },
		"both":    func(float64) (_, _ float64) { return 1, 1 },
	} {
		k := atBeta(b, at)
		if found := chaintest.BreachesAlong(k, b, g); (len(found) == 0) != (name == "none") {
			t.Errorf("%s at beta = 1: %v", name, found)
		}
	}
}
