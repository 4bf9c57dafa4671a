package journal

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"breadboard/grid/must"
)

// someWork is 40 counts, each as dear as its place modulo 7.
func someWork(shard Shard) *Work[count, counted] {
	var jobs []count
	var costs []int
	for i := range 40 {
		jobs = append(jobs, count{i})
		costs = append(costs, 1+i%7)
	}
	return NewWork[count, counted](jobs, costs, aRow(0).Build, shard)
}

func one(_ context.Context, c count, _ int) (counted, error) { return aRow(c.To), nil }

func unwatched(Pace) {}

// A run that was stopped goes on with exactly the jobs that have no row, on any number of
// cores, and ends in the rows of a run in one piece.
func TestRunGoesOn(t *testing.T) {
	for cores := range 4 {
		onCores(t, 1+cores)
		path := filepath.Join(t.TempDir(), "j")
		w := someWork(Shard{})
		stopped := errors.New("stopped")
		var ran atomic.Int64
		kept := opened(t, path)
		err := w.Run(t.Context(), kept.Rows, func(ctx context.Context, c count, n int) (counted, error) {
			if ran.Add(1) > 25 {
				return counted{}, stopped
			}
			return one(ctx, c, n)
		}, kept.Commit, unwatched)
		if !errors.Is(err, stopped) {
			t.Errorf("%d cores: the error is %v, want %v", 1+cores, err, stopped)
		}
		must.Do(t, kept.Close())
		kept = opened(t, path)
		if len(kept.Rows) != 25 {
			t.Errorf("%d cores: %d rows are kept, want 25", 1+cores, len(kept.Rows))
		}
		var last Pace
		must.Do(t, w.Run(t.Context(), kept.Rows, one, kept.Commit, func(p Pace) { last = p }))
		if last.Jobs != 15 || last.AllJobs != 15 || last.Cost != last.AllCost {
			t.Errorf("%d cores: the pace ends at %v, want 15 of 15 jobs and all of the cost", 1+cores, last)
		}
		isWhole(t, w, kept)
	}
}

// onCores gives the test so many cores.
func onCores(t *testing.T, n int) {
	t.Helper()
	all := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(all) })
}

// opened opens a journal until the test is over.
func opened(t *testing.T, path string) *Journal[counted] {
	t.Helper()
	j := must.Have(Open[counted](path))(t)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// isWhole checks that the table and the file have every row once.
func isWhole(t *testing.T, w *Work[count, counted], kept *Journal[counted]) {
	t.Helper()
	table, missing := w.Table(kept.Rows)
	if len(missing) != 0 {
		t.Errorf("the jobs %v have no row", missing)
	}
	for i, r := range table {
		if r.Job.To != i {
			t.Errorf("row %d is to %d", i, r.Job.To)
		}
	}
	if err := kept.Close(); err != nil { // which gives back the lock
		t.Fatal(err)
	}
	rows := must.Have(Read[counted](kept.Path, true))(t)
	if len(rows) != 40 {
		t.Errorf("the file has %d rows, want 40", len(rows))
	}
}

// The shards together have every job once. What a shard lacks is told with its name.
func TestRunOfShards(t *testing.T) {
	whole := someWork(Shard{})
	rows := map[string]counted{}
	for i := 1; i <= 3; i++ {
		w := someWork(Shard{i, 3})
		must.Do(t, w.Run(t.Context(), rows, one, func([]counted) error { return nil }, unwatched))
		_, missing := whole.Table(rows)
		if want := 40 - len(rows); len(missing) != want {
			t.Errorf("after %d shards %d jobs are missing, want %d", i, len(missing), want)
		}
		if i == 2 {
			says := whole.Missing(missing, 3).Error()
			if !strings.Contains(says, "shard 3 of 3 (") || strings.Contains(says, "shard 1") ||
				strings.Count(says, "; ") != 3 {
				t.Errorf("the missing shard is not named, with three of its jobs: %s", says)
			}
		}
	}
	later := aRow(0)
	later.Build.Version = "v2"
	rows["another job"] = aRow(99)
	rows["later"] = later
	rows["later still"] = later
	if jobs, builds := someWork(Shard{}).Others(rows); jobs != 1 || builds != 2 {
		t.Errorf("%d rows are of other jobs and %d of other builds, want 1 and 2", jobs, builds)
	}
}

// A journal that cannot be written stops the run.
func TestRunStopsWithoutRoom(t *testing.T) {
	onCores(t, 1)
	full, begun := errors.New("full"), false
	err := someWork(Shard{}).Run(t.Context(), map[string]counted{},
		func(ctx context.Context, c count, n int) (counted, error) {
			if !begun { // there is one core
				begun = true
				return one(ctx, c, n)
			}
			select {
			case <-ctx.Done():
				return counted{}, context.Cause(ctx)
			case <-time.After(5 * time.Second):
				return counted{}, errors.New("the other jobs go on")
			}
		}, func([]counted) error { return full }, unwatched)
	if err == nil || err.Error() != full.Error() {
		t.Errorf("the error is %v, want %v", err, full)
	}
}

// Every cell has one shard, the same every time, and no shard has more than the
// mean and one cell besides.
func TestDeal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOf(rapid.IntRange(1, 1000)).Draw(t, "costs")
		n := rapid.IntRange(1, 12).Draw(t, "shards")
		of := deal(costs, n)
		if !slices.Equal(of, deal(costs, n)) {
			t.Fatal("dealt in two ways")
		}
		sums := make([]int, n+1)
		all := 0
		largest := 0
		for i, cost := range costs {
			if of[i] < 1 || of[i] > n {
				t.Fatalf("cell %d in shard %d of %d", i, of[i], n)
			}
			sums[of[i]] += cost
			all += cost
			largest = max(largest, cost)
		}
		if heaviest := slices.Max(sums); heaviest > all/n+largest {
			t.Fatalf("%d of %d in one of %d shards", heaviest, all, n)
		}
	})
}

func TestParseShard(t *testing.T) {
	for _, text := range []string{"1/1", "3/8", "1000/1000"} {
		s, err := ParseShard(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if back, ok := ShardOf(s.Journal()); !ok || back != s {
			t.Errorf("%s: %s is the journal of %v, %v, want of %v", text, s.Journal(), back, ok, s)
		}
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/0", "1/8/2", "1 /8", "x/8", "1/99999999"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	if s, ok := ShardOf("journal.jsonl"); !ok || s.N > 0 {
		t.Errorf("the whole's journal is that of %v, %v, want of the whole", s, ok)
	}
	for _, name := range []string{"journal-9-of-8.jsonl", "journal-1.jsonl", "rows.jsonl", "journal.jsonl.gz"} {
		if s, ok := ShardOf(name); ok {
			t.Errorf("%s is the journal of %v", name, s)
		}
	}
}
