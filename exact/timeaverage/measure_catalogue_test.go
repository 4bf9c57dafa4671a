package timeaverage

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// aimed is a kernel's chain on a density, and the law that it leaves invariant.
func aimed(k chains.Kernel, t toys.Target) (*Chain, []float64) {
	bridge := chains.Geometric{From: t.LogF, To: t.LogF}
	a := chains.Annealing{Grid: t.Grid, Bridge: bridge, Schedule: chains.Linear(2), Kernel: k}.Extended()
	level, op := a.NewLevel(), k.On(a.Grid)
	level.Move(2, 1)
	op.Aim(level)
	p := chains.Normalized(level.LogF())
	return New(op, p), p
}

// TestMeasureCatalogue: every kernel of the catalogue has the same errors by steps as by doubling,
// from an exact start and from the lightest state. Two walkers run on a smaller box than BARRIER,
// where they have 2401 states.
func TestMeasureCatalogue(t *testing.T) {
	small := toys.Target{Grid: grid.New(3, 3), LogF: []float64{0, 1, 5, -9, 2, 0.5, 3, math.Inf(-1), -2}}
	for _, e := range kernels.Catalogue {
		for _, target := range []toys.Target{toys.Barrier(), small} {
			c, p := aimed(e.Make, target)
			if c.States() > 500 {
				continue
			}
			n, light := len(p), floats.MaxIdx(p)
			for x, v := range p {
				if v > 0 && v < p[light] {
					light = x
				}
			}
			functions, starts := [][]float64{logs(p), at(floats.MaxIdx(p), n)}, [][]float64{p, at(light, n)}
			ns := []int{1, 2, 7, 100, 1000}
			steps := ways["steps"](t, c, functions, starts, ns)
			doubling := ways["doubling"](t, c, functions, starts, ns)
			for f := range functions {
				for i := range starts {
					for k, n := range ns {
						a, b := steps[f][i][k], doubling[f][i][k]
						if !(math.Abs(a.MSE()-b.MSE()) <= 1e-11*a.MSE()) {
							t.Errorf("%s on %v: function %d from start %d has the error %.15g after %d steps, and %.15g by doubling",
								e.Name, target.Grid, f, i, a.MSE(), n, b.MSE())
						}
					}
				}
			}
		}
	}
}

// TestMillionSteps: a million steps of metropolis on BARRIER, which it crosses about once in that
// many. The oracle needs ten seconds for its 49 states, and said what is written here. One by one,
// the steps round a million times, and lose 3e-11.
func TestMillionSteps(t *testing.T) {
	c, p := aimed(kernels.Metropolis{}, toys.Barrier())
	functions, starts := [][]float64{logs(p)}, [][]float64{p, at(6*7, len(p))}
	steps := ways["steps"](t, c, functions, starts, []int{1e6})[0]
	doubling := ways["the plan"](t, c, functions, starts, []int{1e6})[0]
	for i, want := range []float64{0.66074259148076742, 3.5770922830248453} {
		within(t, "the error by doubling", doubling[i][0].MSE(), want, 1e-14)
		within(t, "the error by steps", steps[i][0].MSE(), want, 1e-10)
	}
}
