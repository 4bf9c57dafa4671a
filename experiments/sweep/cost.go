package sweep

import (
	"cmp"
	"container/heap"
	"slices"

	"breadboard/experiments"
)

// costs says how much time each job takes, in a unit of its own: the time of one level
// on one cell of the grid. The costs depend on the plan alone, so that every shard
// deals alike.
func (p Plan) costs() []int {
	jobs, level := p.Jobs(), 1
	if p.Spec.Full {
		level = fullLevels
	}
	costs := make([]int, len(jobs))
	for i, j := range jobs {
		size := p.Targets[i*len(p.Targets)/len(jobs)].Size
		levels := fixedLevels + j.T*(level+experiments.ChoosingPasses(j.Schedule))
		costs[i] = size*levels + j.T*j.Chains/chainsACell
	}
	return costs
}

// Measured on a 7x7 grid.
const (
	fixedLevels = 20 // levels' time that a job takes whatever its T
	fullLevels  = 3  // levels' time that a level takes if everything is checked
	chainsACell = 3  // Monte Carlo chains, in both directions, that move in the time of one level on one cell
)

// dearest returns the places of jobs, the dearest first, equal ones as they are.
func dearest(costs []int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(costs[j], costs[i]) })
	return order
}

// deal returns the shard, from 1 to n, of each job. It deals the dearest jobs first,
// each to the shard that has least to do, and among equals to the first. No shard
// then has more than the mean and one job besides.
func deal(costs []int, n int) []int {
	shards := make(loads, n)
	for i := range shards {
		shards[i].shard = i + 1
	}
	of := make([]int, len(costs))
	for _, i := range dearest(costs) {
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
func (l *loads) Push(any)     { panic("sweep: shards do not come and go") }
func (l *loads) Pop() any     { panic("sweep: shards do not come and go") }
