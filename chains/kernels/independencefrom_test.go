package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// uneven is a proposal without ties or symmetries.
func uneven(g grid.Grid) []float64 {
	logq := make([]float64, g.Size())
	for x := range logq {
		logq[x] = 2 * math.Sin(float64(3*x*x+1))
	}
	return logq
}

func TestIndependenceFrom(t *testing.T) { chaintest.Laws(t, kernels.IndependenceFrom{LogQ: uneven}) }

// With a uniform proposal it is Independence.
func TestIndependenceFromUniform(t *testing.T) {
	g := grid.New(3, 4)
	uniform := func(g grid.Grid) []float64 { return make([]float64, g.Size()) }
	logf := uneven(g)
	logf[5] = math.Inf(-1)
	l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, g.Size())
	l.Move(1, 0)
	a, b := kernels.IndependenceFrom{LogQ: uniform}.On(g), kernels.Independence{}.On(g)
	if cost, ok := chains.Cost(kernels.IndependenceFrom{LogQ: uniform}, g); cost != 1 || !ok {
		t.Errorf("a step costs %v, want 1", cost)
	}
	a.Aim(l)
	b.Aim(l)
	for x := range g.Size() {
		rows := [2][]float64{make([]float64, g.Size()), make([]float64, g.Size())}
		for k, op := range []chains.Operator{a, b} {
			rows[k][x] = chains.Stay(op, x)
			op.Row(x, func(y int, p float64) { rows[k][y] += p })
		}
		for y, p := range rows[0] {
			if !(math.Abs(p-rows[1][y]) < 1e-15) { // a few roundings of numbers below 1
				t.Errorf("T(%d, %d) is %v, want %v", x, y, p, rows[1][y])
			}
		}
	}
}

// A kernel that accepts the same proposals as if they were uniform breaks a law.
func TestIndependenceFromNeedsItsRatio(t *testing.T) {
	broken := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		for y, q := range chains.Normalized(uneven(g)) {
			if a := math.Exp(min(logf[y]-logf[x], 0)); y != x && a > 0 && !g.Wall(y) {
				visit(y, q*a)
			}
		}
	}}
	if len(chaintest.Breaches(broken, chaintest.Annealer)) == 0 {
		t.Error("no law is broken")
	}
}
