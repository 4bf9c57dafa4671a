package exact_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestSmallRises: between densities that are nearly alike, J is of second order in differences of log f, and keeps its
// digits on every bridge of the catalogue, for walkers alone, with a direction and in pairs. By plain differences of
// log f it would have 10 digits at 1e-6 and 8 at 1e-8. A mixture by a wrong estimate of log R is not among them: all
// its rises are large, and differ by little.
func TestSmallRises(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 8))
	g := grid.New(2, 3)
	statistics := must.Have(chains.Statistics(chains.MeanMoments, g))(t)
	for i, scale := range []float64{1e-2, 1e-4, 1e-6, 1e-8} {
		from := make([]float64, g.Size())
		to := make([]float64, g.Size())
		for x := range to {
			from[x] = scale * dice.NormFloat64()
			to[x] = 3 + scale*dice.NormFloat64()
		}
		bridges := map[string]chains.Bridge{
			"geometric": chains.Geometric{From: from, To: to},
			"mixture":   chains.NewQPath(from, to, 0),
			"moments":   must.Have(chains.NewMoments(from, to, nil, statistics...))(t),
		}
		for _, q := range []float64{-1, 0.5, 0.9, 1.1, 2} {
			bridges[fmt.Sprintf("power:%g", q)] = chains.NewQPath(from, to, q)
		}
		for j, name := range slices.Sorted(maps.Keys(bridges)) {
			bridge := bridges[name]
			for l, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{},
				kernels.Slice{}, kernels.King{}} {
				for _, T := range []int{3, 6} {
					if !tried(i+j+l+T, 4) {
						continue
					}
					a := chains.Annealing{Grid: g, Kernel: k, Bridge: bridge, Schedule: chains.Linear(T)}
					got := must.Have(exact.Measure(t.Context(), a))(t)
					is := truth(t, a)
					what := fmt.Sprintf("%s, %T, T = %d, %g nats", name, k, T, scale)
					digits(t, what+", J", is.J.Digits(got.J()))
					digits(t, what+", B", is.B.Digits(got.B()))
				}
			}
		}
	}
}

// digits holds a number of right digits.
func digits(t *testing.T, what string, have float64) {
	t.Helper()
	const least = 12.5
	if !(have >= least) {
		t.Errorf("%s has %.1f digits", what, have)
	}
}
