package sweep

import (
	"container/heap"
	"context"
	"time"

	"breadboard/experiments"
)

// costs estimates the time of each job, in units of one level on one cell of the grid. The
// costs depend on the plan alone, so that every shard deals the jobs alike.
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
	fixedLevels = 20 // the fixed cost of a job, in levels
	fullLevels  = 3  // the cost of a level if everything is checked, in levels
	chainsACell = 3  // Monte Carlo chains, in both directions, that move in the time of one level on one cell
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
func (l *loads) Push(any)     { panic("sweep: shards do not come and go") }
func (l *loads) Pop() any     { panic("sweep: shards do not come and go") }

// probeCost is the cost of about a tenth of a second.
const probeCost = 500_000

// Estimate returns how long the shard's jobs take on this many workers (below 1: all
// cores). It asks for the time of one job of every kernel, schedule and program: the dearest
// small one, or the least dear of all.
func (w *Work) Estimate(workers int, ask func(Job) time.Duration) time.Duration {
	type kind struct{ kernel, schedule, program string }
	of := func(i int) kind { return kind{w.jobs[i].Kernel, w.jobs[i].Schedule, w.jobs[i].Program} }
	probes := map[kind]int{}
	for _, i := range w.mine { // from the dearest down
		if at, ok := probes[of(i)]; !ok || w.costs[at] > probeCost && w.costs[i] < w.costs[at] {
			probes[of(i)] = i
		}
	}
	units := map[kind]float64{}
	for k, i := range probes {
		units[k] = ask(w.jobs[i]).Seconds() / float64(w.costs[i])
	}
	var all, longest float64
	for _, i := range w.mine {
		took := units[of(i)] * float64(w.costs[i])
		all += took
		longest = max(longest, took)
	}
	return time.Duration(max(all/float64(experiments.Workers(workers)), longest) * float64(time.Second))
}

// Try runs the job and discards the result.
func (j Job) Try(ctx context.Context) error {
	_, err := newPool([]Job{j}).run(ctx, j, Build{}, 1)
	return err
}

// Bytes is the memory of one exact run per worker at once.
func Bytes(workers int) experiments.Bytes {
	return func(s experiments.Space, T int) float64 {
		return float64(experiments.Workers(workers)) * experiments.ExactBytes(s, T)
	}
}
