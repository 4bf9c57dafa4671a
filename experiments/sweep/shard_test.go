package sweep

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

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
		sums, all, largest := make([]int, n+1), 0, 0
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
		if back, ok := JournalShard(s.Journal()); !ok || back != s {
			t.Errorf("%s: %s is the journal of %v", text, s.Journal(), back)
		}
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "-1/8", "1/0", "1/8/2", "1 /8", "x/8", "1/99999999"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	if s, ok := JournalShard("journal.jsonl"); !ok || !s.whole() {
		t.Errorf("the whole's journal is that of %v", s)
	}
	for _, name := range []string{"journal-9-of-8.jsonl", "journal-1.jsonl", "rows.jsonl", "journal.jsonl.gz"} {
		if s, ok := JournalShard(name); ok {
			t.Errorf("%s is the journal of %v", name, s)
		}
	}
}
