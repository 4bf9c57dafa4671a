package chaintest_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// compositionPlaces returns places of one to three axes, one of them with a wall.
func compositionPlaces() []chaintest.Place {
	inf := math.Inf(-1)
	return []chaintest.Place{
		{Name: "a path of 4", Grid: grid.New(4), From: []float64{0, 1, 0, 0}, To: []float64{0.3, -1.1, 2.2, 0.3}},
		{Name: "2x3 with a wall", Grid: grid.New(2, 3).WithWalls(4), From: []float64{0.5, 0, 0, 0, inf, 0.2},
			To: []float64{0.9, -0.4, 0.2, -1.3, inf, 1.7}},
		{Name: "2x2x2", Grid: grid.New(2, 2, 2), From: make([]float64, 8),
			To: []float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8}},
	}
}

// TestCompositions holds kernels made of others to the laws of operators: of
// reversible parts, of one that is not, of one that needs more room, and one
// inside another. They have too many paths to walk more than the shortest.
func TestCompositions(t *testing.T) {
	m := kernels.Metropolis{}
	h := kernels.HeatBath{}
	sweep := kernels.GibbsSweep{}
	for name, k := range map[string]chains.Kernel{
		"a cycle of single moves": kernels.Cycle{Kernels: []chains.Kernel{m, kernels.King{}}},
		"a palindrome":            kernels.Cycle{Kernels: []chains.Kernel{m, h, m}},
		"repeated":                kernels.Repeat{Times: 3, Kernel: m},
		"a sweep repeated":        kernels.Repeat{Times: 2, Kernel: sweep},
		"a lazy sweep":            kernels.Lazy{A: 0.3, Kernel: sweep},
		"a mixture with a sweep": kernels.Mixture{Weights: []float64{1, 0, 3},
			Kernels: []chains.Kernel{sweep, m, kernels.Barker{}}},
		"no slope in a cycle": kernels.Cycle{Kernels: []chains.Kernel{kernels.Informed{},
			kernels.Jumps{Scale: 1}}},
		"lazy, uphill":            kernels.Lazy{A: 0.25, Kernel: kernels.Langevin{Size: 0.6}},
		"trajectories in a cycle": kernels.Cycle{Kernels: []chains.Kernel{kernels.Hamiltonian{Steps: 2, Size: 0.8}, h}},
		"a draw and a line in a cycle": kernels.Cycle{
			Kernels: []chains.Kernel{kernels.Perfect{}, kernels.Line{Axis: 0}},
		},
	} {
		for _, p := range compositionPlaces() {
			for _, b := range chaintest.OperatorBreaches(k, p) {
				t.Errorf("%s: %v", name, b)
			}
		}
		short := chaintest.Place{Name: "2 cells", Grid: grid.New(2), From: []float64{0, 0.4}, To: []float64{1.3, -0.2}}
		s := short.Scene(k, 3)
		problem := programs.Problem{Annealing: s.Annealing}
		if f := chaintest.AtomsOf(programs.AIS{Problem: problem}, problem).Finding(); !f.OK {
			t.Errorf("%s: %v", name, f)
		}
	}
}

// unadjusted leans uphill along the first axis, and accepts with min(1, f(y)/f(x)) as if it did not.
func unadjusted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	moves, q := firstMoves(scene{grid: g, logf: logf}, x, 0, 1)
	for i, m := range moves {
		to := g.Coord(x, 0) + m
		if m == 0 || to < 0 || to >= g.Len(0) {
			continue
		}
		if y := x + m*g.Stride(0); !math.IsInf(logf[y], -1) {
			visit(y, q[i]*bugs.Accept(logf[y]-logf[x]))
		}
	}
}
