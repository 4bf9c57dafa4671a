package sweep

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// somePlan has 24 jobs of different costs.
func somePlan(t *testing.T, shard Shard) Plan {
	t.Helper()
	spec := Spec{Toy: List{"easy"}, Seed: List{"1..3"}, Kernel: List{"metropolis,king"}, T: List{"3,5,9,20"}}
	plan := must.Have(spec.Plan(journal.Build{Version: "v1"}))(t)
	plan.Shard = shard
	return plan
}

// onCores gives the test n cores.
func onCores(t *testing.T, n int) {
	t.Helper()
	all := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(all) })
}

// TestRunGoesOn: a run that was stopped goes on with exactly the jobs that have no row, on any number of cores, and
// ends in the rows of a run in one piece.
func TestRunGoesOn(t *testing.T) {
	plan := somePlan(t, Shard{})
	whole := map[string]Row{}
	must.Do(t, plan.Run(t.Context(), whole, func(Row) error { return nil }, nil))
	for cores := range 3 {
		onCores(t, 1+cores)
		path := filepath.Join(t.TempDir(), "j")
		kept := must.Have(journal.Open(path))(t)
		stopped := errors.New("stopped")
		rows := map[string]Row{}
		err := plan.Run(t.Context(), rows, func(r Row) error {
			if len(rows) == 10 {
				return stopped
			}
			return kept.Commit(r)
		}, nil)
		if !errors.Is(err, stopped) || len(rows) != 10 {
			t.Errorf("%d cores: %d rows, and the error is %v", 1+cores, len(rows), err)
		}
		must.Do(t, kept.Close())
		kept = must.Have(journal.Open(path))(t)
		again := must.Have(plan.KeptRows(kept.Rows))(t)
		ran, shown := 0, 0
		commit := func(r Row) error { ran++; return kept.Commit(r) }
		must.Do(t, plan.Run(t.Context(), again, commit, func(done, all int) { shown = 100 * done / all }))
		if ran != 14 || shown != 100 {
			t.Errorf("%d jobs are run again, to %d%%", ran, shown)
		}
		must.Do(t, kept.Close())
		read := journal.Rows{}
		must.Have(read.Read(path))(t)
		for key, row := range read {
			if want := journal.Hash(whole[key]); journal.Hash(row) != want {
				t.Errorf("%s has another row", whole[key].Job)
			}
		}
		if table := plan.Table(again); len(table) != 24 {
			t.Errorf("%d rows", len(table))
		}
	}
}

// TestRunOfShards: the shards together have every job once. Rows of other jobs are not taken.
func TestRunOfShards(t *testing.T) {
	whole := somePlan(t, Shard{})
	rows := map[string]Row{}
	for i := 1; i <= 3; i++ {
		plan := somePlan(t, Shard{i, 3})
		must.Do(t, plan.Run(t.Context(), rows, func(Row) error { return nil }, nil))
		kept := journal.Rows{"another job": nil}
		for key := range rows {
			kept[key] = nil
		}
		if n := whole.Unfinished(kept, 3); n != 3-i || whole.Foreign(kept) != 1 || len(plan.Jobs()) < 4 {
			t.Errorf("after %d of 3 shards %d are unfinished, and %d rows are foreign", i, n, whole.Foreign(kept))
		}
	}
	kept := journal.Rows{"another job": []byte("{}"), whole.tasks[0].key: []byte(`{"key":"` + whole.tasks[0].key + `"}`)}
	if read := must.Have(whole.KeptRows(kept))(t); len(read) != 1 {
		t.Errorf("%d rows", len(read))
	}
}

// TestDeal: every cell has one shard, and no shard has more than the mean and one cell besides.
func TestDeal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOf(rapid.IntRange(1, 1000)).Draw(t, "costs")
		n := rapid.IntRange(1, 12).Draw(t, "shards")
		sums := make([]int, n+1)
		all := 0
		var plan Plan
		for _, cost := range costs {
			plan.tasks = append(plan.tasks, task{cost: cost})
		}
		for i, of := range plan.deal(n) {
			sums[of] += costs[i]
			all += costs[i]
		}
		if heaviest := slices.Max(sums); sums[0] > 0 || heaviest > all/n+slices.Max(append(costs, 0)) {
			t.Fatalf("%d of %d in one of %d shards", heaviest, all, n)
		}
	})
}

func TestShardNames(t *testing.T) {
	for _, text := range []string{"1/1", "3/8", "1000/1000"} {
		s := must.Have(ParseShard(text))(t)
		if back, ok := ShardOf(s.Journal()); !ok || back != s {
			t.Errorf("%s: %s is the journal of %v, %v, want of %v", text, s.Journal(), back, ok, s)
		}
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/1000001", "1/0", "1/8/2", "1 /8", "x/8"} {
		must.Refuse(ParseShard(text))(t, "use I/N with I from 1 to N, as 3/8", "%q", text)
	}
	if s, ok := ShardOf("journal.jsonl"); !ok || s.N > 0 {
		t.Errorf("the journal of a whole sweep is of %v, %v", s, ok)
	}
	for _, name := range []string{"journal-9-of-8.jsonl", "journal-1.jsonl", "rows.jsonl", "journal.jsonl.gz"} {
		if s, ok := ShardOf(name); ok {
			t.Errorf("%s is the journal of %v", name, s)
		}
	}
}
