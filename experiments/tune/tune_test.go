package tune

import (
	"encoding/json"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

var build = journal.Build{Version: "test", Go: "test"}

// asked are three draws of EASY, two kernels and a range.
func asked(cost int, kernels ...string) Ask {
	a := Ask{Kernels: kernels, Bridges: []string{"geometric"}, Goals: Goals, Costs: []int{cost}}
	a.Build = build
	for seed := range uint64(3) {
		a.Targets = append(a.Targets, experiments.Setting{Toy: "easy", Seed: &seed})
	}
	return a
}

// rowsOf runs an ask.
func rowsOf(t *testing.T, a Ask, workers int) []Row {
	t.Helper()
	found := must.Have(a.Find())(t)
	work := a.Work(found)
	rows := map[string]Row{}
	keep := func([]Row) error { return nil }
	must.Do(t, work.Run(t.Context(), rows, workers, keep, func(journal.Pace) {}))
	all, missing := work.Table(rows)
	if missing != nil || len(all) != a.Size() {
		t.Fatalf("%d rows of %d jobs", len(all), a.Size())
	}
	return all
}

// TestWhatIsFree: who may choose all parts finds no more J than who may choose one, at no more than the price, and the
// rows are the same on any number of workers.
func TestWhatIsFree(t *testing.T) {
	for _, free := range []bool{false, true} {
		a := asked(40, "metropolis", "heat-bath")
		a.FreeWeights = free
		rows := rowsOf(t, a, 1)
		for _, one := range Alones(rows) {
			if !(one.OverLeast > 1-1e-3) {
				t.Errorf("%v: %v times the J of the best", one.Job, one.OverLeast)
			}
		}
		for _, r := range rows {
			if r.Cost > 40 {
				t.Errorf("%v: it costs %v", r.Job, r.Cost)
			}
		}
		for _, b := range Bests(rows) {
			if b.Job.Goal == ByB && !(b.OverLeast >= 1) {
				t.Errorf("%v: its J is %v times the least", b.Job, b.OverLeast)
			}
		}
		again := rowsOf(t, a, 4)
		if string(must.Have(json.Marshal(rows))(t)) != string(must.Have(json.Marshal(again))(t)) {
			t.Error("other rows on four workers")
		}
	}
}

// TestShare: the setting for several targets is one of theirs, and its worst ratio is the least of all.
func TestShare(t *testing.T) {
	rows := rowsOf(t, asked(40, "metropolis"), 0)
	shared := must.Have(Share(t.Context(), rows))(t)
	if len(shared) != 2 || len(shared[0].LeftOut) != 3 {
		t.Fatalf("%d settings are shared", len(shared))
	}
	bests := Bests(rows)
	for _, from := range bests {
		if from.Job.Goal != ByJ {
			continue
		}
		worst := 0.0
		for _, on := range bests {
			if on.Job.Goal == ByJ {
				worst = max(worst, must.Have(ratioOn(t.Context(), from, on))(t))
			}
		}
		if worst < shared[0].Worst {
			t.Errorf("the setting of %v has a worst ratio of %v, and %v was chosen", from.Job, worst, shared[0].Worst)
		}
	}
	if shared[1].Median > shared[0].Median {
		t.Errorf("the least median is %v, above %v", shared[1].Median, shared[0].Median)
	}
}
