package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

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
