package sweep

import (
	"context"
	"time"

	"breadboard/experiments"
)

// probeCost is the cost of about a tenth of a second.
const probeCost = 500_000

// Estimate returns how long the shard's jobs take on so many workers (below 1: all cores).
// It asks how long one job of every kernel and schedule takes: the dearest that is small,
// or the least dear of all.
func (w *Work) Estimate(workers int, ask func(Job) time.Duration) time.Duration {
	type kind struct{ kernel, schedule string }
	of := func(i int) kind { return kind{w.jobs[i].Kernel, w.jobs[i].Schedule} }
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

// Try runs the job and keeps nothing of it.
func (j Job) Try(ctx context.Context) error {
	_, err := newPool([]Job{j}).run(ctx, j, Build{}, 1)
	return err
}

// Bytes is the memory of as many exact runs at once as there are workers.
func Bytes(workers int) experiments.Bytes {
	return func(s experiments.Space, T int) float64 {
		return float64(experiments.Workers(workers)) * experiments.ExactBytes(s, T)
	}
}
