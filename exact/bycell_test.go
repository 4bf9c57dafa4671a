package exact_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// definedByCell sums the definition over all paths: log(p_t/p_{t-1}) counts for the cell x_{t-1},
// or late steps after it, with the probability of the reverse path less that of the forward one.
func definedByCell(a chains.Annealing, late int) []float64 {
	var logp [][]float64
	l := a.NewLevel()
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(l, t)
		logp = append(logp, exact.Logs(chains.Normalized(l.LogF())))
	}
	parts := make([]float64, a.Grid.Size())
	paths := chaintest.Enumerate(a, chaintest.Annealer)
	for sign, all := range map[float64]map[string]chaintest.Path{-1: paths.Forward, 1: paths.Reverse} {
		for _, path := range all {
			for i := 1; i < a.T(); i++ {
				x := path.States[i-1]
				parts[path.States[i-1+late]] += sign * path.Prob * (logp[i][x] - logp[i-1][x])
			}
		}
	}
	return parts
}

func byCell(t rapid.TB, a chains.Annealing) []float64 {
	t.Helper()
	parts, err := exact.ByCell(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// TestByCellIsEnumerated covers a kernel whose reversal is another, and those with more states
// than cells.
func TestByCellIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{},
		kernels.Swap{Share: 0.5}} {
		chaintest.Tiny(t, k, func(t rapid.TB, s chaintest.Scene) {
			want := definedByCell(s.Annealing, 0)
			for x, part := range byCell(t, s.Annealing) {
				if math.Abs(part-want[x]) > byPaths*max(1, floats.Norm(want, 1)) {
					t.Errorf("%s: the part of cell %d is %v, want %v", s.Name, x, part, want[x])
				}
			}
		})
	}
}

// TestByCellIsOfTheCellBefore: the enumeration tells the cell before a move from the cell after.
func TestByCellIsOfTheCellBefore(t *testing.T) {
	a := between([]float64{0, 0, 0}, []float64{0, 1, 3}, 3, kernels.Metropolis{})
	if got, late := byCell(t, a), definedByCell(a, 1); floats.EqualApprox(got, late, 1e-3) {
		t.Errorf("the parts %v are also those of the cells after the moves", got)
	}
}

// TestByCellAddsUp: the parts add up to B, whether the last kernel is left out, the bridge is
// another one, or the space is large. Each sum of T terms a cell has some roundings.
func TestByCellAddsUp(t *testing.T) {
	skipping := annealing(toys.Barrier(), kernels.GibbsSweep{}, chains.Linear(10))
	skipping.SkipLast = true
	mixture := annealing(toys.Easy(3), kernels.Lifted{}, chains.Linear(20))
	first, last := mixture.Ends()
	mixture.Bridge = chains.NewMixture(first, last)
	for _, a := range []chains.Annealing{skipping, mixture,
		annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(1000)),
		annealing(toys.Hard(2), kernels.Swap{}, chains.Sigmoid(4, 50))} {
		near(t, "the sum of the parts", floats.Sum(byCell(t, a)), run(t, a).B(), 1e-11)
	}
}

// TestByCellOfAPerfectKernel: the parts are the terms of the sum of J(p_{t-1}, p_t).
func TestByCellOfAPerfectKernel(t *testing.T) {
	target := toys.Barrier()
	a := annealing(target, kernels.Perfect{}, chains.Linear(20))
	want := make([]float64, len(target.LogF))
	for i := 1; i < 20; i++ {
		p, q := at(target, a.Schedule.Beta(i)), at(target, a.Schedule.Beta(i+1))
		for x := range want {
			want[x] += (q[x] - p[x]) * math.Log(q[x]/p[x])
		}
	}
	for x, part := range byCell(t, a) {
		near(t, "a part", part, want[x], 1e-13)
	}
}

// TestByCellOfABrokenKernel: the parts add up to B of the chains as they run.
func TestByCellOfABrokenKernel(t *testing.T) {
	a := annealing(toys.Barrier(), bugs.Inverted, chains.Linear(10))
	near(t, "the sum of the parts", floats.Sum(byCell(t, a)), run(t, a).B(), 1e-11)
}

// TestByCellInfinite: the initial density has mass where the target has none.
func TestByCellInfinite(t *testing.T) {
	a := between([]float64{0, 0, 0}, []float64{0, 1, math.Inf(-1)}, 3, kernels.Metropolis{})
	a.Grid = grid.New(3)
	parts := byCell(t, a)
	endless(t, "the part of the cell that is lost", parts[2], true)
	endless(t, "the part of the cell beside it", parts[1], false)
}
