package weights

import (
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestProblem: observations belong to a problem where they make sense.
func TestProblem(t *testing.T) {
	data := must.File(t, "y.csv", "1,2\n-1,0\n")
	for _, c := range []struct {
		experiments.Setting
		observed bool
	}{
		{experiments.Setting{Toy: "clustering:2:2"}, true},
		{experiments.Setting{Toy: "clustering:2:2", Bridge: "observations"}, true},
		{experiments.Setting{Toy: "clustering:2:2", Initial: "uniform"}, false},
		{experiments.Setting{Toy: "clustering:2:2", Data: data}, true},
		{experiments.Setting{Toy: "barrier"}, false},
	} {
		chain := must.Have(c.Setting.Chain())(t)
		p := Problem(chain, at(t, chain, 3))
		if observed := p.Observed != nil; observed != c.observed || observed && p.Observed.N() != 2 {
			t.Errorf("%+v has observations: %v", c.Setting, p.Observed)
		}
	}
}

// at returns the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	must.Do(t, err)
	return a
}
