package kernels_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestTwoReplicasAreASwap: pt:2 is swap, row by row, level by level.
func TestTwoReplicasAreASwap(t *testing.T) {
	for _, b := range []chains.Bridge{chains.Geometric{From: []float64{0, 0.2, 0}, To: []float64{1, -1, 3}},
		chains.NewQPath([]float64{0, 0.2, 0}, []float64{1, -1, 3}, 0.4)} {
		var laws [][]float64
		var numbers []float64
		for _, k := range []chains.Kernel{kernels.Swap{Share: 0.5}, kernels.Replicas{N: 2}} {
			a := chains.Annealing{Grid: grid.New(3), Kernel: k, Schedule: chains.Linear(5), Bridge: b}.Extended()
			g := must.Have(exact.Measure(t.Context(), a))(t)
			laws = append(laws, g.Q)
			numbers = append(numbers, g.J(), g.B())
		}
		for x, v := range laws[0] {
			must.Near(t, laws[1][x], v, 1e-15, "state %d", x)
		}
		must.Near(t, numbers[2], numbers[0], 1e-13, "J")
		must.Near(t, numbers[3], numbers[1], 1e-13, "B")
	}
}

// TestReplicas: three and four walkers keep all laws. In the catalogue there are two, whose spaces are small.
func TestReplicas(t *testing.T) {
	for walkers, logf := range map[int][]float64{3: {0.3, -1.1, 2.2}, 4: {0.3, 1.4}} {
		chaintest.LawsOn(t, kernels.Replicas{N: walkers}, logf, grid.New(len(logf)))
	}
	wall := math.Inf(-1)
	chaintest.LawsOn(t, kernels.Replicas{N: 3}, []float64{0.3, wall, 2.2, 0.5}, grid.New(2, 2))
}

// TestReplicasHaveTheProductOfR: R of three walkers is the product of those at 1, 2/3 and 1/3 of the way, and the cold
// walker's law is the first marginal.
func TestReplicasHaveTheProductOfR(t *testing.T) {
	b := chains.Geometric{From: []float64{0.1, 0, -0.4}, To: []float64{2, -1, 0.5}}
	a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Replicas{N: 3}, Schedule: chains.Linear(4), Bridge: b}
	r := must.Have(exact.Run(t.Context(), a.Extended()))(t)
	want := 0.
	logf := make([]float64, 3)
	for _, share := range []float64{1, 2. / 3, 1. / 3} {
		b.At(logf, share)
		want += chains.LogSum(logf) - chains.LogSum(b.From)
	}
	must.Near(t, r.LogR, want, 1e-13, "log R")
	must.Near(t, r.MeanW, 1, 1e-12, "E[w]/R")
}

// TestScansChangeNoB: where walkers stand at their own betas from the start on, as in parallel tempering, more scans
// lower J and leave B as it is: the divergence of the start.
func TestScansChangeNoB(t *testing.T) {
	b := chains.Geometric{From: []float64{0.1, 0, -0.4}, To: []float64{2, -1, 0.5}}
	var j, bound []float64
	for _, scans := range []int{1, 10} {
		betas := append([]float64{0}, slices.Repeat([]float64{1}, scans)...)
		a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Replicas{N: 3}, Bridge: b,
			Schedule: must.Have(chains.NewSchedule(betas))(t)}
		g := must.Have(exact.Measure(t.Context(), a.Extended()))(t)
		j = append(j, g.J())
		bound = append(bound, g.B())
	}
	must.Near(t, bound[1], bound[0], 1e-12, "B after ten scans")
	if !(j[1] < 0.1*j[0]) {
		t.Errorf("J is %v after a scan and %v after ten", j[0], j[1])
	}
}

// TestPairsOnWalls: both walkers begin in either of two cells, of which the target has one. Three pairs of four lead
// to the target's, each by a step of a quarter: one walker stands in the right cell and the other steps off its wall.
// The pair on two walls stays. So the first walker is right in 1/2 of the runs, and where it steps off, in 1/4 of 1/4.
func TestPairsOnWalls(t *testing.T) {
	wall := math.Inf(-1)
	for _, k := range []chains.Kernel{kernels.Swap{Share: 1}, kernels.Stretch{Swap: kernels.Swap{Share: 1}}} {
		a := chains.Annealing{Grid: grid.New(1, 2), Kernel: k, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, wall}}}.Extended()
		g := must.Have(exact.Measure(t.Context(), a))(t)
		q, _, _ := g.Marginal(2)
		if want := 0.5 + 0.25*0.25; math.Abs(q[0]-want) > 1e-15 {
			t.Errorf("%T: q is %v, want %v in the first cell", k, q, want)
		}
	}
}
