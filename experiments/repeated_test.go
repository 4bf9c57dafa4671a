package experiments_test

import (
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/certified"
	"breadboard/experiments/weights"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestRepeatedStepsCost: a run of K steps a level costs as many evaluations, and what is proved of it is what is
// computed.
func TestRepeatedStepsCost(t *testing.T) {
	const T, k = 4, 3
	six := toys.Target{Name: "six", Grid: grid.New(2, 3), LogF: []float64{0, 1.5, -0.7, 2.1, 0.4, -1.8}}
	for _, kernel := range []string{"metropolis", "cycle", "slice"} {
		for _, skip := range []bool{false, true} {
			once := must.Have(experiments.Setting{Kernel: kernel, SkipLast: skip}.On(six))(t)
			chain := must.Have(experiments.Setting{Kernel: kernel, SkipLast: skip, Repeat: k}.On(six))(t)
			a, _, err := chain.At(t.Context(), T)
			must.Do(t, err)
			step := once.Fewest()
			one := step.Kernel.Cost(step.Grid)
			cost := must.Have(weights.Account(t.Context(), chain, a, "ais", nil))(t).Account.Cost
			if cost != T-1+k*one*float64(a.PathEnd()-1) {
				t.Errorf("%s: a run costs %v log densities; each of its steps costs %v", kernel, cost, one)
			}
			for _, p := range must.Have(certified.Of(t.Context(), chain, []int{T}, nil))(t)[0].Proofs {
				if !(p.Off() < 1e-12) {
					t.Errorf("%s: %s is %v, and may be off by %g", kernel, p.Name, p.Value, p.Off())
				}
			}
		}
	}
}
