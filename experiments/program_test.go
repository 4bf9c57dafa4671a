package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// TestProblem: an exact draw and observations belong to a problem where they make sense.
func TestProblem(t *testing.T) {
	data := must.File(t, "y.csv", "1,2\n-1,0\n")
	for _, c := range []struct {
		Setting
		observed, sample bool
	}{
		{Setting{Toy: "clustering:2:2"}, true, true},
		{Setting{Toy: "clustering:2:2", Bridge: "observations"}, true, true},
		{Setting{Toy: "clustering:2:2", Initial: "uniform"}, false, true},
		{Setting{Toy: "clustering:2:2", Data: data}, true, false},
		{Setting{Toy: "barrier"}, false, false},
	} {
		chain := must.Have(c.Setting.Chain())(t)
		p := Problem(chain, at(t, chain, 3))
		if observed, sample := p.Observed != nil, p.Sample >= 0; observed != c.observed || sample != c.sample ||
			observed && p.Observed.N() != 2 {
			t.Errorf("%+v has observations: %v; and an exact draw: %v", c.Setting, p.Observed, sample)
		}
	}
}
