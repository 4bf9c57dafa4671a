package reports

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestDraws: people see each sample with its words. Software reads every column.
func TestDraws(t *testing.T) {
	var s shown
	seed := uint64(8)
	nan := math.NaN()
	an := must.Have(experiments.Setting{Toy: "easy", Seed: &seed}.Annealer())(t)
	all := []draws.Result{
		{Name: "few", Chains: 4, N: 9, P: nan, Verdict: draws.Unclear, Why: "it is short", Reach: nan},
		{Name: "fits", P: 0.5, Verdict: draws.Fits, Independent: true, Reach: 0.2, Q: []float64{1, 0}},
		{Name: "wrong", P: 1e-9, Verdict: draws.Differs, Why: "a cell has more", Target: []float64{1, 0}, Impossible: 7,
			Reach: nan},
		{P: 0.0015, Verdict: draws.Fits, Why: "p is small", Reach: 0.3}}
	for _, few := range [][]draws.Result{all, all[3:]} {
		s.add(t, table.Plain, Draws(an, few, table.Plain))
		s.add(t, table.CSV, Draws(an, few, table.CSV))
	}
	s.is(t, "draws")
}
