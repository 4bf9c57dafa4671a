package score

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/journal"
	"breadboard/toys"
)

// listed prepares a plan and lists its tasks.
func listed(t *testing.T, p *Plan) Listing {
	t.Helper()
	if err := p.Prepare(); err != nil {
		t.Fatal(err)
	}
	return p.Listing(journal.Build{Version: "v1"})
}

// Everything that changes the rows of a job changes its key: the densities' numbers and their walls,
// the functions, the starts and the budgets.
func TestTaskHasAllThatRowsDependOn(t *testing.T) {
	base := listed(t, plan(Steps)).Tasks[0]
	for what, change := range map[string]func(p *Plan){
		"a density": func(p *Plan) {
			p.Densities[0].Make = func() toys.Target {
				target := steep()
				target.LogF = slices.Clone(target.LogF)
				target.LogF[0] += 1e-15
				return target
			}
		},
		"a wall": func(p *Plan) {
			p.Densities[0].Make = func() toys.Target {
				target := steep()
				target.Grid = target.Grid.WithWalls(0)
				return target
			}
		},
		"a name":      func(p *Plan) { p.Densities[0].Name = "other" },
		"a kernel":    func(p *Plan) { p.Kernels = p.Kernels[1:] },
		"a function":  func(p *Plan) { p.Functions = []string{"mean:1"} },
		"a start":     func(p *Plan) { p.Starts = []string{"lightest"} },
		"the budgets": func(p *Plan) { p.Budgets = []int{60, 121} },
		"equality":    func(p *Plan) { p.Equal = Evaluations },
		"the chains":  func(p *Plan) { p.Chains = 9 },
		"the seed":    func(p *Plan) { p.MCSeed = 9 },
		"calibration": func(p *Plan) { p.Calibrate = true },
		"the limit":   func(p *Plan) { p.MostWork = 1e9 },
	} {
		p := plan(Steps)
		change(p)
		if journal.Key(listed(t, p).Tasks[0], journal.Build{}) == journal.Key(base, journal.Build{}) {
			t.Errorf("%s is not in the key", what)
		}
	}
	again := listed(t, plan(Steps)).Tasks[0]
	if journal.Key(again, journal.Build{}) != journal.Key(base, journal.Build{}) {
		t.Error("the same plan has other keys")
	}
}

// Shards that went through files as JSON have the rows of the plan in one piece, to the last bit. No chain
// is drawn from the worst cell, which is another one for every function.
func TestShardsOfAPlan(t *testing.T) {
	p := plan(Steps)
	p.Calibrate, p.Functions, p.Starts = true, []string{"mean", "var", "logf"}, []string{"exact", Worst}
	l := listed(t, p)
	want, err := p.Run(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]Finished{}
	for i := 1; i <= 2; i++ {
		maps.Copy(rows, finished(t, p, l.Work(journal.Shard{I: i, N: 2})))
	}
	var file bytes.Buffer
	if err := journal.WritePlan(&file, l); err != nil {
		t.Fatal(err)
	}
	again, err := journal.ReadPlan[Listing](&file)
	if err != nil {
		t.Fatal(err)
	}
	all, missing := again.Work(journal.Shard{}).Table(throughJSON(t, rows))
	if missing != nil {
		t.Fatalf("the tasks %v are missing", missing)
	}
	got := again.Result(all)
	if diff := cmp.Diff(want.Rows, got.Rows, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("merged, the rows are others: %s", diff)
	}
	if diff := cmp.Diff(want.Points, got.Points, sameReal); diff != "" {
		t.Errorf("merged, the points are others: %s", diff)
	}
	if len(got.Points) != 2*3*2 { // densities, kernels and classes
		t.Errorf("there are %d points", len(got.Points))
	}
}

// finished carries out some work of a plan.
func finished(t *testing.T, p *Plan, work *Work) map[string]Finished {
	t.Helper()
	rows := map[string]Finished{}
	err := p.Finish(t.Context(), work, rows, 1, func([]Finished) error { return nil }, func(journal.Pace) {})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// throughJSON writes rows and reads them.
func throughJSON(t *testing.T, rows map[string]Finished) (again map[string]Finished) {
	t.Helper()
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	return again
}
