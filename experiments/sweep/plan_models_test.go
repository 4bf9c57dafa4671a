package sweep

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/journal"
)

// dataFile writes data of two points.
func dataFile(t *testing.T, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPlanOfModels: each target begins at its own initial density; data from files take the
// place of seeds, with their checksums.
func TestPlanOfModels(t *testing.T) {
	one, two := dataFile(t, "one.csv", "1,2\n3,4\n"), dataFile(t, "two.csv", "0,0\n1,1\n")
	plan, err := Spec{Toy: List{"easy,clustering:2:2"}, Data: List{one + "," + two}, Seed: List{"1,2"},
		T: List{"5"}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	jobs := plan.Jobs()
	var got []string
	for _, j := range jobs {
		got = append(got, strings.ReplaceAll(j.String(), filepath.Dir(one)+"/", ""))
	}
	want := []string{
		"easy, seed 1, metropolis, geometric, uniform, linear, T = 5",
		"easy, seed 2, metropolis, geometric, uniform, linear, T = 5",
		"clustering:2:2 of one.csv, metropolis, geometric, prior, linear, T = 5",
		"clustering:2:2 of " + two + ", metropolis, geometric, prior, linear, T = 5",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the jobs are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	last := jobs[3]
	if last.DataSum == "" || last.DataSum == jobs[2].DataSum {
		t.Errorf("the checksums of two files are %q and %q", jobs[2].DataSum, last.DataSum)
	}
	if n := len(plan.Settings()); n != 2*3 { // one kernel, and one bridge, of each target
		t.Errorf("%d settings, want 6", n)
	}
	if err := last.unchanged(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(two, []byte("0,0\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := last.unchanged(); err == nil || !strings.Contains(err.Error(), "two.csv has changed") {
		t.Errorf("after the data changed: %v", err)
	}
}

// TestPlanOfModelsAlone: one initial density for all is named as others are.
func TestPlanOfModelsAlone(t *testing.T) {
	for toy, want := range map[string]string{"clustering:2:2,attributes:2:1": "prior", "easy,barrier": "uniform",
		"easy,clustering:2:2": ""} {
		plan, err := Spec{Toy: List{toy}, T: List{"5"}}.Plan(journal.Build{})
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Initials) != 1 || plan.Initials[0].Name != want {
			t.Errorf("%s: the initial densities are %v, want %q", toy, plan.Initials, want)
		}
	}
}

func TestPlanRefusesModels(t *testing.T) {
	wide := dataFile(t, "wide.csv", "1,2,3\n4,5,6\n")
	for says, s := range map[string]Spec{
		"none of the targets is a model; leave it out": {Toy: List{"easy"}, Data: List{wide}},
		"row 2 has 3 columns; for clustering:2:2":      {Toy: List{"clustering:2:2"}, Data: List{wide}},
		"seed 3 is given, but none of the targets is":  {Toy: List{"lowrank:2:3:1"}, Data: List{wide}, Seed: List{"3"}},
		"barrier is no model and has no observations":  {Toy: List{"barrier"}, Bridge: List{"observations"}},
		"initial prior: easy has none":                 {Toy: List{"easy"}, Initial: List{"prior"}},
	} {
		s.T = List{"5"}
		if _, err := s.Plan(journal.Build{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: the error is %v, want %s", s, err, says)
		}
	}
}
