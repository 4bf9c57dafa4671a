package timeaverage

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// rowsOf is a kernel's chain, as rows for the oracle.
func rowsOf(k chains.Kernel, t toys.Target) problem {
	c, p := aimed(k, t)
	q := problem{p: p}
	for x := range p {
		row := make([]float64, len(p))
		for k := c.from[x]; k < c.from[x+1]; k++ {
			row[c.to[k]] += c.prob[k]
		}
		q.at = append(q.at, row)
	}
	return q
}

// TestMeasureKernels: kernels on held-back densities of a small box, one of which has a wall that
// single moves cross about once in 1e7 steps, have the oracle's errors to 1e-9 after some 1e6 steps.
func TestMeasureKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, e := range kernels.Catalogue {
		wall := toys.Target{Grid: grid.New(5), LogF: []float64{1, 2, -15, 0.5, 0}}
		held := toys.Target{Grid: grid.New(2, 3), LogF: draw(r, 6)}
		for _, target := range []toys.Target{wall, held} {
			q := rowsOf(e.Make, target)
			n := len(q.p)
			if n > 12 {
				continue
			}
			functions, starts := [][]float64{logs(q.p)}, [][]float64{q.p, at(floats.MinIdx(q.p), n)}
			all := ways["the plan"](t, q.chain(), functions, starts, []int{1e6 + r.IntN(1e5)})
			q.hold(t, e.Name, functions, starts, all, 1e-9)
		}
	}
}

// TestMeasureUnderflow: of a cell whose mass is below any float, all ways make the same. The chain
// that would move there stays, which from the cell beside it is one step in 24.
func TestMeasureUnderflow(t *testing.T) {
	c, p := aimed(kernels.Metropolis{}, toys.Target{Grid: grid.New(3), LogF: []float64{0, -743.5, -746}})
	if p[1] == 0 || p[2] != 0 {
		t.Fatalf("masses %g and %g, not above 0 and 0", p[1], p[2])
	}
	for way, measure := range ways {
		a := measure(t, c, [][]float64{{0, 1, 1}}, [][]float64{at(1, 3)}, []int{2})[0][0][0]
		want := (0.5 + 0.25) / 2 // it leaves for the heavy cell every other time
		within(t, "the bias after two steps by "+way, a.Bias, want, 1e-12)
	}
}
