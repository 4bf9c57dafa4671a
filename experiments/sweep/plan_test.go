package sweep

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/must"
)

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
