package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestKeys: every part of a job's definition is in its key.
func TestKeys(t *testing.T) {
	base := aRow(10)
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Job]()) {
		if field.Anonymous {
			continue
		}
		c := base.Job
		switch f := reflect.ValueOf(&c).Elem().FieldByIndex(field.Index); f.Kind() {
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint64:
			f.SetUint(f.Uint() + 1)
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Pointer:
			f.SetZero()
		}
		if journal.Key(c, base.Build) == base.Key {
			t.Errorf("%s is not in the key", field.Name)
		}
	}
}

// TestSweepOfAChangedFile: a file that changes after the plan was made changes no row. A new plan has other keys for
// another number, and the same keys for the same numbers in other words.
func TestSweepOfAChangedFile(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "f.csv")
	must.Do(t, os.WriteFile(target, []byte("0,1\n2,3\n"), 0o644))
	must.Do(t, os.Mkdir(filepath.Join(dir, "k"), 0o777))
	for name, texts := range map[string][3]string{
		"t.csv":     {"0,1\n2,3\n", "0,1\n2,3.0\n", "0,1\n2,4\n"},
		"y.csv":     {"1,2\n3,4\n", "1,2\n3,4e0\n", "1,2\n3,5\n"},
		"from.csv":  {"1,0\n0,2\n", "1.0,0\n0,2\n", "1,0\n2,0\n"},
		"betas.txt": {"0 0.25 1", "0,0.25,1", "0 0.5 1"},
		"k/beta-1.csv": {"1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n", "1,0,0,0\n0,1,0,0\n0,0,1.0,0\n0,0,0,1\n",
			"0,1,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n"},
	} {
		path := filepath.Join(dir, name)
		spec := Spec{Target: List{target}, T: List{"3"}}
		switch name {
		case "t.csv":
			spec.Target = List{path}
		case "y.csv":
			spec.Target = nil
			spec.Toy = List{"clustering:2:2"}
			spec.Data = List{path}
		case "from.csv":
			spec.Initial = List{path}
		case "betas.txt":
			spec.Schedule = List{path}
		default:
			spec.Matrix = List{filepath.Dir(path)}
			spec.T = nil
		}
		var plans [3]Plan
		for i, text := range texts {
			must.Do(t, os.WriteFile(path, []byte(text), 0o644))
			plans[i] = must.Have(spec.Plan(journal.Build{}))(t)
		}
		row := func(p Plan) string {
			rows := map[string]Row{}
			must.Do(t, p.Run(t.Context(), rows, func(Row) error { return nil }, nil))
			r := p.Table(rows)[0]
			return fmt.Sprint(r.At("J"), r.At("log_r"), r.Job.Read)
		}
		was := row(plans[0])
		same := row(plans[1])
		other := row(plans[2])
		if same != was || other == was || plans[0].Hash() != plans[1].Hash() || plans[0].Hash() == plans[2].Hash() {
			t.Errorf("%s: J, log R and the fingerprint are %s, in other words %s, and of other numbers %s", name, was,
				same, other)
		}
	}
}

// TestCheapRowsFirst: who stops a sweep has its cheap rows, also those that stand below dear ones in the table. A
// search tells how far it is before its row is there.
func TestCheapRowsFirst(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	spec := Spec{Toy: List{"barrier,easy"}, Schedule: List{"best-b,linear"}, T: List{"20,10"}}
	plan := must.Have(spec.Plan(journal.Build{}))(t)
	rows := map[string]Row{}
	var said []string
	heard := 0
	must.Do(t, plan.Run(t.Context(), rows, func(r Row) error {
		said = append(said, fmt.Sprint(r.Job.Toy, r.Job.Schedule, r.Job.T))
		return nil
	}, func(done, total int) {
		if len(said) == 4 && done < total {
			heard++
		}
	}))
	want := []string{"barrierlinear10", "easylinear10", "barrierlinear20", "easylinear20",
		"barrierbest-b10", "easybest-b10", "barrierbest-b20", "easybest-b20"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("rows come in another order: %s", diff)
	}
	if first := plan.Table(rows)[0]; first.Job.Schedule != "best-b" || heard < 20 {
		t.Errorf("the table begins with %v, and in the first search progress is told %d times", first.Job, heard)
	}
}

var sameReals = cmp.Comparer(func(a, b columns.Real) bool { return a == b || a != a && b != b })

// aRow returns the row of a cell with this T, with numbers of every kind.
func aRow(T int) Row {
	seed := uint64(math.MaxUint64)
	r := Row{
		Job:      Job{Setting: experiments.Setting{Toy: "easy", Seed: &seed, Axes: "line", T: T}.WithDefaults()},
		Grid:     "7x7",
		Warnings: []string{"a \"line\"\nand another"},
		Chosen:   &SearchResult{"fisher", true, 0.5, 2, 1e-9, 3, []float64{0, 0.1 + 0.2, 1}},
		Build:    journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"},
	}
	r.Key = journal.Key(r.Job, r.Build)
	r.Values = columns.Values{
		"J":           0.1 + 0.2,
		"B":           columns.Real(math.Inf(1)),
		"e_log_w_fwd": columns.Real(math.Inf(-1)),
		"log_r":       5e-324,
		"ess":         0,
	}
	return r
}

// TestRowThroughJSON: a row is read as it was written, to the last bit.
func TestRowThroughJSON(t *testing.T) {
	want := aRow(10)
	var got Row
	for _, gradient := range []float64{1e-9, math.Inf(1), math.NaN()} {
		want.Chosen.Gradient = columns.Real(gradient)
		line := must.Have(json.Marshal(want))(t)
		must.Do(t, json.Unmarshal(line, &got))
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), sameReals); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBudgets: T is the largest whose runs cost no more, by what the program itself counts.
func TestBudgets(t *testing.T) {
	spec := Spec{Toy: List{"easy,ising:3x3:0.4,barrier"}, Seed: List{"1,2"},
		Kernel: List{"metropolis,heat-bath"},
		Repeat: List{"1,3"}, Budget: List{"30,1000"}}
	jobs := must.Have(spec.Plan(journal.Build{}))(t).Jobs()
	if len(jobs) != 4*2*2*2 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for _, j := range jobs {
		annealer := must.Have(j.Annealer())(t)
		costs := func(T int) float64 {
			a, _, err := annealer.At(t.Context(), T)
			must.Do(t, err)
			return programs.AIS{Problem: experiments.Problem(annealer, a)}.Cost()
		}
		if n := float64(j.Budget); j.T < 2 || costs(j.T) > n || costs(j.T+1) <= n {
			t.Errorf("%v, %v evaluations: T costs %v, and one more %v", j, n, costs(j.T), costs(j.T+1))
		}
	}
}

// TestRowsThatMiss: rows that miss p have J, no B and no chains, and say how far they miss. A rival has the least B
// without them.
func TestRowsThatMiss(t *testing.T) {
	spec := Spec{Toy: List{"barrier"}, Kernel: List{"metropolis"}, Exec: "mine", T: List{"3"}, Chains: 10}
	plan := must.Have(spec.Plan(journal.Build{}))(t)
	plan.by = experiments.AskRows(func(_ context.Context, g grid.Grid, _ float64, _ []float64, cells []int) ([]float64,
		error) {
		rows := make([]float64, len(cells)*g.Size())
		for i := range cells {
			rows[i*g.Size()] = 1 // into the first cell
		}
		return rows, nil
	})
	rows := map[string]Row{}
	must.Do(t, plan.Run(t.Context(), rows, func(Row) error { return nil }, nil))
	all := plan.Table(rows)
	right, wrong := all[0], all[1]
	if right.Misses != "" || math.IsNaN(right.At("b_mc")) || math.IsNaN(wrong.At("J")) || !math.IsNaN(wrong.At("B")) ||
		!math.IsNaN(wrong.At("b_mc")) || wrong.Fault != "" {
		t.Errorf("of metropolis %+v, of rows that miss p %+v", right, wrong)
	}
	must.Say(t, strings.Join(wrong.Warnings, "; "), "the steps miss p: "+wrong.Misses, "no chains are run")
	plan.tasks[1].Chains = 0
	row := must.Have(plan.run(t.Context(), plan.tasks[1], nil))(t)
	if said := strings.Join(row.Warnings, "; "); strings.Contains(said, "no chains are run") {
		t.Errorf("without chains the warnings are %s", said)
	}
	must.Say(t, wrong.Misses, "at beta = 1 they move draws of p by 1 in total variation, and cell (0, 0) has 1 after")
}
