package experiments

import (
	"testing"

	"breadboard/grid/must"
)

func TestModelRefuses(t *testing.T) {
	data := must.File(t, "y.csv", "1,2\n-1,0\n")
	seed := uint64(3)
	refuseAll(t, []refusal{
		{setting{Toy: "barrier", Initial: "prior"},
			[]string{"--initial prior: barrier has none, for it is no model; use uniform"}},
		{setting{Toy: "clustering:2:2", Initial: "prior:1"}, []string{"prior takes no parameter"}},
		{setting{Toy: "barrier", Bridge: "observations"},
			[]string{"--bridge observations: barrier is no model and has no observations"}},
		{setting{Toy: "clustering:2:2", Bridge: "observations", Initial: "uniform"},
			[]string{"--bridge observations begins at the prior, and --initial is uniform; use --initial prior"}},
		{setting{Toy: "clustering:3:2", Data: data},
			[]string{"y.csv: 2 rows; for clustering:3:2 use 3 rows of 2 numbers"}},
		{setting{Toy: "lowrank:2:3:1", Data: data}, []string{"row 1 has 2 columns; for lowrank:2:3:1"}},
		{setting{Toy: "clustering:2:2", Data: data + "x"},
			[]string{"y.csvx: ", "a CSV or .npy file of data, one observation a row"}},
		{setting{Toy: "clustering:2:2", Data: data, Seed: &seed},
			[]string{"--seed 3 is given, but nothing in --data ", "leave it out"}},
		{setting{Toy: "easy", Data: data}, []string{"--toy easy is no model; leave it out"}},
		{setting{Target: data, Data: data}, []string{"no model; use --toy clustering:6:2"}},
		{setting{Toy: "clustering:40:2"},
			[]string{`--toy clustering:40:2: N is "40"; use a whole number from 1 to 30`}},
	})
}

// TestFamilyByName: a model has the width that is asked for, unless its name says another.
func TestFamilyByName(t *testing.T) {
	for spec, width := range map[string]int{"clustering:3:2": 5, "attributes:2:2": 5, "lowrank:2:3:1": 3} {
		f, err := Setting{Toy: spec}.Hierarchical(5)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if f.D != width || f.Name != spec {
			t.Errorf("%s: %s of width %d, want %d", spec, f.Name, f.D, width)
		}
	}
	for spec, says := range map[string]string{"": "no model: use toy NAME, one of clustering:N:K",
		"barrier":        "is no model",
		"clustering:3:1": "K is", "lowrank:0:1:1": "N is", "attributes:x:1": "N is", "clustring:3:2": "the nearest"} {
		must.Refuse((Setting{Toy: spec}).Hierarchical(1))(t, says, "%q", spec)
	}
}

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
		if name := annealer.Target.Name; c.Data != "" && name != annealer.TargetName() {
			t.Errorf("a target with data of one's own is called %s", name)
		}
		p := Problem(annealer, at(t, annealer, 3))
		if observed := p.Observed != nil; observed != c.observed || observed && p.Observed.N() != 2 {
			t.Errorf("%+v has observations: %v", c.Setting, p.Observed)
		}
	}
}
