package reports

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestDraws: people see the sample that fits worst, not one of which nothing is known. Software reads every column.
func TestDraws(t *testing.T) {
	var s shown
	seed := uint64(8)
	nan := math.NaN()
	an := must.Have(experiments.Setting{Toy: "easy", Seed: &seed}.Annealer())(t)
	lists := func(z float64) []float64 { return []float64{-1, 0.5, 0.25, 0, 0.125, 3, -2, 1, -0.5, z} }
	all := []draws.Result{
		{Name: "few", Chains: 4, N: 9, P: nan, Verdict: draws.Unclear, Why: "it is short", Reach: nan},
		{Name: "fits", P: 0.5, Verdict: draws.Fits, Reach: 0.2, Needs: 73_000, Q: lists(0)},
		{Name: "wrong", P: 1e-9, Verdict: draws.Differs, Target: lists(2), Q: lists(0.5), Z: lists(math.Inf(1)),
			Impossible: 7, Lacking: []int{3}, Reach: nan},
		{Name: "other", P: 0.2, Verdict: draws.Differs,
			Why: "read in another way these could be draws of p: the axes are exchanged"},
		{P: 0.0015, Verdict: draws.Fits, Why: "p is small", Reach: 0.3, Target: lists(3), Q: lists(1), Z: lists(2)}}
	for _, few := range [][]draws.Result{all, all[4:]} {
		s.add(t, table.Plain, Draws(an, few, table.Plain)...)
		s.add(t, table.CSV, Draws(an, few, table.CSV)...)
	}
	s.is(t, "draws")
}
