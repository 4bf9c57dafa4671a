package sweep

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/journal"
)

// planOf plans a sweep of programs over BARRIER.
func planOf(t *testing.T, programs ...string) Plan {
	t.Helper()
	plan, err := Spec{Toy: List{"barrier"}, T: List{"3,4"}, Program: programs}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Programs are the innermost list. Annealing has the jobs, the keys and, alone, the plan that
// it has without a list of programs.
func TestPlanOfPrograms(t *testing.T) {
	without, alone, more := planOf(t), planOf(t, "ais"), planOf(t, "sir:3,ais")
	if alone.Hash() != without.Hash() {
		t.Error("the program ais changes the hash of a plan")
	}
	if more.Hash() == without.Hash() {
		t.Error("a list of programs does not change the hash of a plan")
	}
	if n := more.Len(); n != 4 {
		t.Errorf("%d jobs, want 4", n)
	}
	var names []string
	jobs := more.Jobs()
	for _, j := range jobs {
		names = append(names, j.ProgramName())
	}
	if want := []string{"sir:3", "ais", "sir:3", "ais"}; !slices.Equal(names, want) {
		t.Errorf("the programs are %q, want %q", names, want)
	}
	by := journal.Build{}
	if key, want := journal.Key(jobs[1], by), journal.Key(without.Jobs()[0], by); key != want {
		t.Errorf("the key of annealing is %s beside a program, and %s alone", key, want)
	}
	if journal.Key(jobs[0], by) == journal.Key(jobs[1], by) {
		t.Error("two programs have one key")
	}
	if s := jobs[0].String(); !strings.HasSuffix(s, "T = 3, sir:3") {
		t.Errorf("the job is %q", s)
	}
}

func TestPlanOfWrongPrograms(t *testing.T) {
	for program, want := range map[string]string{
		"sir:0":      `program sir:0: P is "0"`,
		"foo":        `program "foo" is unknown`,
		"ais,":       `program "ais," has an empty entry`,
		"smc-data:2": "a model from its prior would do",
	} {
		_, err := Spec{Toy: List{"barrier"}, T: List{"3"}, Program: List{program}}.Plan(journal.Build{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", program, err, want)
		}
	}
}

// A row of a program holds its account, and estimates of the same numbers.
func TestRowsOfPrograms(t *testing.T) {
	j := planOf(t, "sir:3,ais").Jobs()[0]
	j.Chains, j.MCSeed = 2000, 1
	row, err := newPool([]Job{j}).run(t.Context(), j, journal.Build{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if row.How != "integral" {
		t.Errorf("the account of sir:3 is %q", row.How)
	}
	for _, name := range []string{"J", "B", "rmse_fwd", "rmse_rev", "cost", "mean_w", "b_mc"} {
		if v := row.At(name); math.IsNaN(v) {
			t.Errorf("%s is missing", name)
		}
	}
	if z := (row.At("b_mc") - row.At("B")) / row.At("b_mc_stderr"); !(math.Abs(z) < 4) {
		t.Errorf("B is %v and estimated as %v: z = %v", row.At("B"), row.At("b_mc"), z)
	}
}
