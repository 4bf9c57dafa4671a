package experiments_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/toys"
)

// chainOf makes a chain.
func chainOf(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	c, err := s.Chain()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestModelBridges: along both bridges R is p(y), the sum of the joint density over all
// cells. Through N observations with N+1 levels each level is a joint density.
func TestModelBridges(t *testing.T) {
	for _, toy := range []string{"clustering:4:3", "attributes:3:2", "lowrank:2:2:1"} {
		for _, bridge := range []string{"", "observations"} {
			c := chainOf(t, experiments.Setting{Toy: toy, Bridge: bridge})
			if c.Initial != "prior" {
				t.Errorf("%s begins at %s", toy, c.Initial)
			}
			a, _, err := c.At(t.Context(), c.Target.Model.N+1)
			if err != nil {
				t.Fatal(err)
			}
			r, err := exact.Run(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			want := chains.LogSum(c.Target.LogF)
			if math.Abs(r.LogR-want) > 1e-12*math.Abs(want) {
				t.Errorf("%s, bridge %s: log R = %v, want %v", toy, bridge, r.LogR, want)
			}
			level := a.NewLevel()
			for i, step := range c.Target.Model.Steps {
				if a.LevelAt(level, i+1); bridge == "observations" && !slices.Equal(level.LogF(), step) {
					t.Errorf("%s: level %d is not the density after %d observations", toy, i+1, i)
				}
			}
		}
	}
}

// TestProblem: an exact draw and observations belong to a problem where they make sense.
func TestProblem(t *testing.T) {
	data := file(t, "y.csv", "1,2\n-1,0\n")
	for _, c := range []struct {
		experiments.Setting
		observed, sample bool
	}{
		{experiments.Setting{Toy: "clustering:2:2"}, true, true},
		{experiments.Setting{Toy: "clustering:2:2", Bridge: "observations"}, true, true},
		{experiments.Setting{Toy: "clustering:2:2", Initial: "uniform"}, false, true},
		{experiments.Setting{Toy: "clustering:2:2", Data: data}, true, false},
		{experiments.Setting{Toy: "clustering:2:2", Kernel: "lifted"}, true, false},
		{experiments.Setting{Toy: "barrier"}, false, false},
	} {
		chain := chainOf(t, c.Setting)
		a, _, err := chain.At(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		p := chain.Problem(a)
		if got := p.Observed != nil; got != c.observed {
			t.Errorf("%+v has observations: %v", c.Setting, got)
		}
		if got := p.Sample >= 0; got != c.sample {
			t.Errorf("%+v has an exact draw: %v", c.Setting, got)
		}
		if c.observed && p.Observed.N() != 2 {
			t.Errorf("%+v has %d observations", c.Setting, p.Observed.N())
		}
	}
}

func TestModelRefuses(t *testing.T) {
	data := file(t, "y.csv", "1,2\n-1,0\n")
	seed := uint64(3)
	refuseAll(t, []refusal{
		{setting{Toy: "barrier", Initial: "prior"},
			[]string{"--initial prior: barrier has none, for it is no model; uniform would do"}},
		{setting{Toy: "clustering:2:2", Initial: "prior:1"}, []string{"prior takes no parameter"}},
		{setting{Toy: "barrier", Bridge: "observations"},
			[]string{"--bridge observations: barrier is no model and has no observations"}},
		{setting{Toy: "clustering:2:2", Bridge: "observations", Initial: "uniform"},
			[]string{"--bridge observations begins at the prior, and --initial is uniform; --initial prior would do"}},
		{setting{Toy: "clustering:3:2", Data: data},
			[]string{"y.csv: 2 rows; for clustering:3:2 3 rows of 2 numbers would do"}},
		{setting{Toy: "lowrank:2:3:1", Data: data}, []string{"row 2 has 2 columns; for lowrank:2:3:1"}},
		{setting{Toy: "clustering:2:2", Data: data + "x"},
			[]string{"y.csvx: ", "a CSV file of data, one observation a row, would do"}},
		{setting{Toy: "clustering:2:2", Data: data, Seed: &seed},
			[]string{"--seed 3 is given, but nothing in --data ", "leave it out"}},
		{setting{Toy: "easy", Data: data}, []string{"--toy easy is no model; leave it out"}},
		{setting{Target: data, Data: data}, []string{"no model; --toy clustering:6:2, say, would do"}},
		{setting{Toy: "clustering:40:2"}, []string{`--toy clustering:40:2: N is "40"; a whole number from 1 to 30`}},
	})
}

// TestModelNeed: a model keeps N+1 densities, and the bridge through them a copy of each.
func TestModelNeed(t *testing.T) {
	none := func(experiments.Space, int) float64 { return 0 }
	bytes := map[string]float64{}
	for _, bridge := range []string{"geometric", "observations"} {
		s, err := experiments.Setting{Toy: "clustering:20:2", Bridge: bridge}.Space() // is not made
		if err != nil {
			t.Fatal(err)
		}
		bytes[bridge] = s.Need(none, 2).Bytes
	}
	kept := 21 * 8 * float64(1<<20)
	if more := bytes["observations"] - bytes["geometric"]; more != kept {
		t.Errorf("the bridge needs %v bytes, want %v", more, kept)
	}
	if bytes["geometric"] < kept {
		t.Errorf("a model of %v bytes needs %v", kept, bytes["geometric"])
	}
}

// TestOn: a setting on a target at hand is the chain of the setting that names it, from the
// prior; and the target of another seed is another chain.
func TestOn(t *testing.T) {
	seed, model := uint64(3), toys.NewClustering(4, 2).Model()
	s := experiments.Setting{Toy: "clustering:4:2", Seed: &seed, Kernel: "heat-bath"}
	want := measured(t, chainOf(t, s))
	for _, c := range []struct {
		seed uint64
		same bool
	}{{3, true}, {4, false}} {
		chain, err := experiments.Setting{Toy: "a name", Kernel: "heat-bath"}.On(model.Simulated(c.seed))
		if err != nil {
			t.Fatal(err)
		}
		if got := measured(t, chain); (got == want) != c.same {
			t.Errorf("seed %d: log R and B are %v, want those of the named target, %v: %v", c.seed, got, want, c.same)
		}
	}
	if _, err := (experiments.Setting{Kernel: "none"}).On(toys.Barrier()); err == nil {
		t.Error("an unknown kernel ran on a target at hand")
	}
}

// measured is log R and B at ten levels.
func measured(t *testing.T, c experiments.Chain) [2]float64 {
	t.Helper()
	rows, err := c.Exactly(t.Context(), []int{10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return [2]float64{rows[0].LogR, rows[0].B()}
}

// TestFamilyByName: a model has the width that is asked for, unless its name says another.
func TestFamilyByName(t *testing.T) {
	for spec, width := range map[string]int{"clustering:3:2": 5, "attributes:2:2": 5, "lowrank:2:3:1": 3} {
		f, err := experiments.Setting{Toy: spec}.Family(5)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if f.D != width || f.Name != spec {
			t.Errorf("%s: %s of width %d, want %d", spec, f.Name, f.D, width)
		}
	}
	for spec, says := range map[string]string{"": "no model: toy NAME, one of clustering:N:K", "barrier": "is no model",
		"clustering:3:1": "K is", "lowrank:0:1:1": "N is", "attributes:x:1": "N is", "clustring:3:2": "nearest known"} {
		if _, err := (experiments.Setting{Toy: spec}).Family(1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", spec, err, says)
		}
	}
}
