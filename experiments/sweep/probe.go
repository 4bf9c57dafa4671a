package sweep

import (
	"context"
	"time"

	"breadboard/experiments"
)

// A Probe is a small job that is run to see how long it takes. It stands for all jobs of
// a sweep with the same kernel and schedule.
type Probe struct {
	Job     Job
	cost    int // of the job
	all     int // of all jobs that it stands for
	largest int // of the dearest of them
}

// probeCost is the cost of about a tenth of a second.
const probeCost = 500_000

// Probes returns one for every kernel and schedule: the dearest of the shard's jobs that
// is small, or the least dear of all.
func (w *Work) Probes() []Probe {
	var probes []Probe
	at := map[[2]string]int{}
	for _, i := range w.mine {
		j, cost := w.jobs[i], w.costs[i]
		k, ok := at[[2]string{j.Kernel, j.Schedule}]
		if !ok {
			k = len(probes)
			at[[2]string{j.Kernel, j.Schedule}] = k
			probes = append(probes, Probe{Job: j, cost: cost, largest: cost})
		}
		p := &probes[k]
		p.all += cost
		if p.cost > probeCost && cost < p.cost { // from the dearest down
			p.Job, p.cost = j, cost
		}
	}
	return probes
}

// Try runs the job and keeps nothing of it.
func (p Probe) Try(ctx context.Context) error {
	_, err := newPool([]Job{p.Job}).run(ctx, p.Job, Build{}, 1)
	return err
}

// Estimate returns how long a sweep takes on so many workers (below 1: all cores) if
// each of its probes took so long.
func Estimate(probes []Probe, took []time.Duration, workers int) time.Duration {
	var all, longest float64
	for i, p := range probes {
		unit := took[i].Seconds() / float64(p.cost)
		all += unit * float64(p.all)
		longest = max(longest, unit*float64(p.largest))
	}
	return time.Duration(max(all/float64(experiments.Workers(workers)), longest) * float64(time.Second))
}

// Bytes is the memory of as many exact runs at once as there are workers.
func Bytes(workers int) experiments.Bytes {
	return func(s experiments.Space, T int) float64 {
		return float64(experiments.Workers(workers)) * experiments.ExactBytes(s, T)
	}
}
