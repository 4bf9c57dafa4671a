package journal

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
