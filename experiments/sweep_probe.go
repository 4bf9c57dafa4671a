package experiments

import (
	"context"
	"runtime"
	"time"
)

// A Probe is a cell small enough to be run for its time, and stands for all of a
// sweep with the same schedule.
type Probe struct {
	Cell    Cell
	Cost    int // of the cell
	All     int // of all cells that it stands for
	Largest int // of the dearest of them
}

// probeCost is about what takes a tenth of a second.
const probeCost = 500_000

// Probes has one for every schedule: the dearest of the shard's cells that is
// small, or the least dear of all.
func (s *Sweep) Probes() []Probe {
	var probes []Probe
	at := map[string]int{}
	for _, i := range s.mine {
		c, cost := s.Cells[i], s.costs[i]
		k, ok := at[c.Schedule]
		if !ok {
			k = len(probes)
			at[c.Schedule] = k
			probes = append(probes, Probe{Cell: c, Cost: cost, Largest: cost})
		}
		p := &probes[k]
		p.All += cost
		if p.Cost > probeCost && cost < p.Cost { // from the dearest down
			p.Cell, p.Cost = c, cost
		}
	}
	return probes
}

// Try runs the probe's cell and keeps nothing of it.
func (p Probe) Try(ctx context.Context) error {
	_, err := newCellChains([]Cell{p.Cell}).run(ctx, p.Cell, Build{}, 1)
	return err
}

// Estimate is how long a sweep takes on so many workers (below 1: all cores),
// given how long each of its probes took.
func Estimate(probes []Probe, took []time.Duration, workers int) time.Duration {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var all, longest float64
	for i, p := range probes {
		unit := took[i].Seconds() / float64(p.Cost)
		all += unit * float64(p.All)
		longest = max(longest, unit*float64(p.Largest))
	}
	return time.Duration(max(all/float64(workers), longest) * float64(time.Second))
}
