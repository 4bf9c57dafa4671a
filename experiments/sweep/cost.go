package sweep

import (
	"context"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/journal"
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

// probeCost is the cost of about a tenth of a second.
const probeCost = 500_000

// Estimate returns how long the shard's jobs take on this many workers (below 1: all
// cores). It asks for the time of one job of every kernel, schedule and program: the dearest
// small one, or the least dear of all.
func (w *Work) Estimate(workers int, ask func(Job) time.Duration) time.Duration {
	type kind struct{ kernel, schedule, program string }
	type probe struct {
		job  Job
		cost int
	}
	of := func(j Job) kind { return kind{j.Kernel, j.Schedule, j.Program} }
	probes := map[kind]probe{}
	for j, cost := range w.Dearest() {
		if p, ok := probes[of(j)]; !ok || p.cost > probeCost && cost < p.cost {
			probes[of(j)] = probe{j, cost}
		}
	}
	units := map[kind]float64{}
	for k, p := range probes {
		units[k] = ask(p.job).Seconds() / float64(p.cost)
	}
	var all, longest float64
	for j, cost := range w.Dearest() {
		took := units[of(j)] * float64(cost)
		all += took
		longest = max(longest, took)
	}
	return time.Duration(max(all/float64(experiments.Workers(workers)), longest) * float64(time.Second))
}

// Try runs the job and discards the result.
func (j Job) Try(ctx context.Context) error {
	_, err := newPool([]Job{j}).run(ctx, j, journal.Build{}, 1)
	return err
}
