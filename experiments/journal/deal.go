package journal

import (
	"container/heap"

	"breadboard/experiments"
)

// deal returns the shard, from 1 to n, of each job. It deals the dearest jobs first,
// each to the shard that has least to do, and among equals to the first. No shard
// then has more than the mean and one job besides.
func deal(costs []int, n int) []int {
	shards := make(loads, n)
	for i := range shards {
		shards[i].shard = i + 1
	}
	of := make([]int, len(costs))
	for _, i := range experiments.Dearest(costs) {
		of[i] = shards[0].shard
		shards[0].sum += costs[i]
		heap.Fix(&shards, 0)
	}
	return of
}

// loads is a heap, the least loaded shard on top.
type loads []struct{ sum, shard int }

func (l loads) Len() int { return len(l) }
func (l loads) Less(i, j int) bool {
	return l[i].sum < l[j].sum || l[i].sum == l[j].sum && l[i].shard < l[j].shard
}
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *loads) Push(any)     { panic("journal: shards do not come and go") }
func (l *loads) Pop() any     { panic("journal: shards do not come and go") }
