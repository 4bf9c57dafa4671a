package experiments_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/toys"
)

var inf = math.Inf(1)

func seed(n uint64) *uint64 { return &n }

// file writes a file into the test's directory and returns its path.
func file(t *testing.T, name, data string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// flagged returns the text of an error with its fields spelled like flags.
func flagged(err error) string {
	return experiments.Say(err, func(f experiments.Field) string {
		if f == experiments.FieldT {
			return "-T"
		}
		return "--" + string(f)
	})
}

// at returns the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestSettingDefaults(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	want := experiments.Setting{
		Toy:      "barrier",
		Kernel:   "metropolis",
		Bridge:   "geometric",
		Initial:  "uniform",
		Schedule: "linear",
	}
	if diff := cmp.Diff(want, c.Setting); diff != "" {
		t.Error(diff)
	}
	got, papers := at(t, c, 10), paper.Annealing(toys.Barrier(), 10)
	if diff := cmp.Diff(papers.Schedule.Betas(), got.Schedule.Betas()); diff != "" {
		t.Errorf("not the paper's betas: %s", diff)
	}
	if got.Kernel != papers.Kernel {
		t.Errorf("the kernel is %T, want the paper's, %T", got.Kernel, papers.Kernel)
	}
	if got.SkipLast {
		t.Error("the last kernel is skipped")
	}
	if diff := cmp.Diff(papers.Bridge, got.Bridge); diff != "" {
		t.Error(diff)
	}
}

func TestSettingSeeds(t *testing.T) {
	for given, want := range map[*uint64]toys.Target{nil: toys.Hard(toys.HardSeed), seed(7): toys.Hard(7),
		seed(0): toys.Hard(0)} {
		c, err := experiments.Setting{Toy: "hard", Seed: given}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.LogF, c.Target.LogF); diff != "" {
			t.Errorf("seed %v: the target: %s", given, diff)
		}
		if c.Seed == nil {
			t.Errorf("seed %v: the chain has no seed", given)
		}
	}
}

// Every name of every catalogue makes an annealing that runs.
func TestSettingCatalogues(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, b := range []string{"geometric", "mixture", "power:0.5"} {
			for _, spec := range []string{
				"linear", "sigmoid:4", "sigmoid:1e-6", "sigmoid:1e6", "power:2", "geometric:10", "fisher", "curve:0:0.2:1",
			} {
				s := experiments.Setting{Toy: "easy", Kernel: k.Name, Bridge: b, Schedule: spec, SkipLast: true}
				c, err := s.Chain()
				if err != nil {
					t.Fatal(err)
				}
				a := at(t, c, 17)
				if a.T() != 17 {
					t.Errorf("%s, %s: %d levels, want 17", k.Name, spec, a.T())
				}
				if err := a.Check(); err != nil {
					t.Errorf("%s, %s: %v", k.Name, spec, err)
				}
				if !reflect.DeepEqual(a.Kernel, k.Make) {
					t.Errorf("%s, %s: the kernel is a %T", k.Name, spec, a.Kernel)
				}
				if !a.SkipLast {
					t.Errorf("%s, %s: the last kernel is run", k.Name, spec)
				}
			}
		}
	}
}

// A parameter goes to the kernel and the schedule.
func TestSettingParameters(t *testing.T) {
	for spec, want := range map[string]chains.Kernel{
		"heat-bath:1": kernels.Blocks{Axes: 1},
		"lazy:0.25":   kernels.Lazy{A: 0.25, Kernel: kernels.Metropolis{}},
	} {
		c, err := experiments.Setting{Toy: "easy", Kernel: spec}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		if got := at(t, c, 2).Kernel; !reflect.DeepEqual(got, want) {
			t.Errorf("%s makes %v, want %v", spec, got, want)
		}
	}
	c, err := experiments.Setting{Toy: "easy", Schedule: "sigmoid:3"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(chains.Sigmoid(3, 9).Betas(), at(t, c, 9).Schedule.Betas()); diff != "" {
		t.Error(diff)
	}
}

func TestSettingFiles(t *testing.T) {
	target := file(t, "t.csv", "0,1,-inf\n")
	betas := file(t, "b.dat", "0 0.5 0.5 1\n")
	initial := file(t, "i.csv", "2,-inf,1\n")
	for _, spec := range []string{"file:" + betas, betas, file(t, "b.csv", "0,0.5,0.5,1\n"), file(t, "b.txt",
		"0\n0.5\n0.5\n1\n")} {
		c, err := experiments.Setting{Target: target, Schedule: spec, Initial: initial}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		levelsAre(t, c, nil, []int{4})
		levelsAre(t, c, []int{4, 10}, []int{4, 10})
		want := chains.Geometric{From: []float64{2, math.Inf(-1), 1}, To: []float64{0, 1, math.Inf(-1)}}
		a := at(t, c, 4)
		if diff := cmp.Diff(want, a.Bridge); diff != "" {
			t.Errorf("%s: the bridge: %s", spec, diff)
		}
		if a.T() != 4 {
			t.Errorf("%s: %d levels, want 4", spec, a.T())
		}
		if beta := a.Schedule.Beta(3); beta != 0.5 {
			t.Errorf("%s: the third level is at %v, want 0.5", spec, beta)
		}
		if !a.Grid.Wall(2) {
			t.Errorf("%s: the third cell is no wall", spec)
		}
	}
}

// Without an initial file the uniform density stays off the walls.
func TestSettingUniform(t *testing.T) {
	c, err := experiments.Setting{Target: file(t, "t.csv", "0,1,-inf\n")}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{0, 0, math.Inf(-1)}, at(t, c, 2).Bridge.(chains.Geometric).From); diff != "" {
		t.Error(diff)
	}
}

// On a mixture a chain can be on the target's walls where it can begin there.
func TestSettingWalls(t *testing.T) {
	target, initial := file(t, "t.csv", "0,1,-inf,-inf\n"), file(t, "i.csv", "0,0,0,-inf\n")
	for bridge, open := range map[string]bool{
		"geometric": false,
		"power:2":   false,
		"mixture":   true,
		"power:0.5": true,
	} {
		c, err := experiments.Setting{Target: target, Initial: initial, Bridge: bridge}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		g := at(t, c, 3).Grid
		for x, want := range map[int]bool{0: false, 2: !open, 3: true} {
			if wall := g.Wall(x); wall != want {
				t.Errorf("%s: cell %d is a wall: %v, want %v", bridge, x, wall, want)
			}
		}
		rows, err := c.Exactly(t.Context(), []int{6}, nil)
		if err != nil {
			t.Fatalf("%s: %v", bridge, err)
		}
		if strings.Contains(strings.Join(rows[0].Warnings, " "), "invariant") {
			t.Errorf("%s: the warnings are %q, want none of what is invariant", bridge, rows[0].Warnings)
		}
	}
}

// An initial density to a power of the target is on the geometric path to it.
func TestSettingTempered(t *testing.T) {
	target := file(t, "t.csv", "0,2,-inf,-3\n")
	for beta, want := range map[string][]float64{
		"0.5": {-1, 0, -inf, -2.5},
		"-1":  {2, 0, -inf, 5},
		"0":   {0, 0, -inf, 0},
	} {
		c, err := experiments.Setting{Target: target, Initial: "tempered:" + beta}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		got := at(t, c, 2).Bridge.(chains.Geometric).From
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b })); diff != "" {
			t.Errorf("tempered:%s: %s", beta, diff)
		}
	}
}
