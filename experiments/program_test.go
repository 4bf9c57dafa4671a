package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// TestProblem: observations belong to a problem where they make sense.
func TestProblem(t *testing.T) {
	data := must.File(t, "y.csv", "1,2\n-1,0\n")
	for _, c := range []struct {
		Setting
		observed bool
	}{
		{Setting{Toy: "clustering:2:2"}, true},
		{Setting{Toy: "clustering:2:2", Bridge: "observations"}, true},
		{Setting{Toy: "clustering:2:2", Initial: "uniform"}, false},
		{Setting{Toy: "clustering:2:2", Data: data}, true},
		{Setting{Toy: "barrier"}, false},
	} {
		annealer := must.Have(c.Setting.Annealer())(t)
		p := Problem(annealer, at(t, annealer, 3))
		if observed := p.Observed != nil; observed != c.observed || observed && p.Observed.N() != 2 {
			t.Errorf("%+v has observations: %v", c.Setting, p.Observed)
		}
	}
}
