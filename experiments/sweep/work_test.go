package sweep

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// someWork has 24 jobs of different costs.
func someWork(t *testing.T, shard Shard) *Work {
	t.Helper()
	spec := Spec{Toy: List{"easy"}, Seed: List{"1..3"}, Kernel: List{"metropolis,king"}, T: List{"3,5,9,20"}}
	return must.Have(spec.Plan(journal.Build{Version: "v1"}))(t).Work(shard)
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
	w := someWork(t, Shard{})
	whole := map[string]Row{}
	must.Do(t, w.Run(t.Context(), whole, func(Row) error { return nil }, nil))
	for cores := range 3 {
		onCores(t, 1+cores)
		path := filepath.Join(t.TempDir(), "j")
		kept := must.Have(journal.Open(path))(t)
		stopped := errors.New("stopped")
		rows := map[string]Row{}
		err := w.Run(t.Context(), rows, func(r Row) error {
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
		again := must.Have(w.KeptRows(kept.Rows))(t)
		ran, shown := 0, 0
		must.Do(t, w.Run(t.Context(), again, func(r Row) error { ran++; return kept.Commit(r) }, func(done, all int) {
			shown = 100 * done / all
		}))
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
		if table := w.Table(again); len(table) != 24 {
			t.Errorf("%d rows", len(table))
		}
	}
}

// TestRunOfShards: the shards together have every job once. Rows of other jobs are not taken.
func TestRunOfShards(t *testing.T) {
	whole := someWork(t, Shard{})
	rows := map[string]Row{}
	for i := 1; i <= 3; i++ {
		w := someWork(t, Shard{i, 3})
		must.Do(t, w.Run(t.Context(), rows, func(Row) error { return nil }, nil))
		kept := journal.Rows{"another job": nil}
		for key := range rows {
			kept[key] = nil
		}
		if n := whole.Unfinished(kept, 3); n != 3-i || whole.Foreign(kept) != 1 || len(w.ShardJobs()) < 4 {
			t.Errorf("after %d of 3 shards %d are unfinished, and %d rows are foreign", i, n, whole.Foreign(kept))
		}
	}
	kept := journal.Rows{"another job": []byte("{}"), whole.keys[0]: []byte(`{"key":"` + whole.keys[0] + `"}`)}
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
		for i, of := range deal(costs, n) {
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
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/9223372036854775807", "1/0", "1/8/2", "1 /8", "x/8"} {
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

// TestHashFile: the hash of a folder is of its files and their names, and a device, which gives bytes without an end,
// is refused.
func TestHashFile(t *testing.T) {
	dir := t.TempDir()
	hashes := map[string]bool{}
	for _, name := range []string{"a", "b", ".hidden"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
		hashes[must.Have(HashFile(dir))(t)] = true
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "b"), []byte("y"), 0o600))
	hashes[must.Have(HashFile(dir))(t)] = true
	if len(hashes) != 3 {
		t.Errorf("%d hashes of three contents", len(hashes))
	}
	must.Refuse(HashFile(os.DevNull))(t, os.DevNull+": a pipe or a device, and jobs read", "a device")
}
