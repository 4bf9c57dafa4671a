package tune

import (
	"encoding/json"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
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

// keep keeps rows nowhere else.
func keep([]Row) error { return nil }

// rowsOf runs an ask.
func rowsOf(t *testing.T, a Ask, workers int) []Row {
	t.Helper()
	found := must.Have(a.Find())(t)
	work := a.Work(found)
	rows := map[string]Row{}
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
	const price = 24
	for _, free := range []bool{false, true} {
		a := asked(price, "metropolis", "heat-bath")
		a.FreeWeights = free
		rows := rowsOf(t, a, 1)
		for _, one := range Alones(rows) {
			if !(one.OverLeast > 1-1e-3) {
				t.Errorf("%v: %v times the J of the best", one.Job, one.OverLeast)
			}
		}
		for _, r := range rows {
			if r.Cost > price {
				t.Errorf("%v: it costs %v", r.Job, r.Cost)
			}
		}
		for _, b := range Bests(rows) {
			if b.Job.Goal == ByB && !(b.OverLeast >= 1) {
				t.Errorf("%v: its J is %v times the least", b.Job, b.OverLeast)
			}
		}
		if free { // what is charged for weights has no part in who does which job
			continue
		}
		again := rowsOf(t, a, 4)
		if string(must.Have(json.Marshal(rows))(t)) != string(must.Have(json.Marshal(again))(t)) {
			t.Error("other rows on four workers")
		}
	}
}

// TestSize: the jobs are counted as they are listed, and an ask of too many is refused.
func TestSize(t *testing.T) {
	a := asked(40, "metropolis", "heat-bath")
	a.Costs = []int{10, 20, 30, 40}
	if a.Size() != len(a.Jobs()) {
		t.Errorf("%d jobs of %d", a.Size(), len(a.Jobs()))
	}
	must.Do(t, a.Check())
	a.Costs = make([]int, lists.Most)
	must.Fail(t, a.Check(), "searches; from 1 to 1000000 would do", "a million prices")
	a.Targets = nil
	must.Fail(t, a.Check(), "0 searches; from 1 to 1000000 would do", "no target")
}
