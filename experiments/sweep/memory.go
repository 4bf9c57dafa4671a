package sweep

import (
	"slices"
	"strings"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// Measured on sweeps and merges of 60,000 rows, with some room: a row whose names are long, or
// that has many warnings, takes more. Betas that were chosen are counted besides.
const (
	jobBytes = 1150 // of a job that waits: its names, key and cost
	rowBytes = 2900 // of a finished one besides: its numbers, in the journal and in the tables
)

// ListBytes is the memory of the plan's jobs, without rows.
func (p Plan) ListBytes() float64 { return jobBytes * float64(p.Len()) }

// RowBytes is the memory of the plan's jobs and of their rows, or of a shard's rows.
func (p Plan) RowBytes(shard journal.Shard) float64 {
	const beta = 8 * 3 // bytes: as it is kept, and as it is written
	rows := float64(p.Len()) * rowBytes
	for _, s := range p.Schedules {
		if experiments.ChoosingPasses(s.Name) == 0 {
			continue
		}
		for _, T := range p.Ts {
			rows += beta * float64(T) * float64(p.Len()/len(p.Schedules)/len(p.Ts))
		}
	}
	return p.ListBytes() + rows/float64(max(1, shard.N))
}

// Bytes is the most memory that the sweep holds at once: the jobs that run together, the dearest
// of all, the chains that wait for their next job, and lists of so many bytes. The spaces are
// those of Settings.
func (p Plan) Bytes(spaces []experiments.Space, workers int, lists float64) float64 {
	workers = min(experiments.Workers(workers), p.Len())
	var dearest []float64 // jobs, without the program itself
	drawn, chains := p.draws(), map[Subject]float64{}
	families := len(p.kernels()) * len(p.programs()) * len(p.Bridges) * len(p.Initials) // of each draw
	for _, space := range spaces {
		target := Subject{Toy: space.Toy, File: space.Target, Data: space.Data}
		draws := max(1, drawn[target])
		chains[target] = max(chains[target], space.ChainBytes()*float64(draws*families))
		for _, n := range p.needs(space, workers) {
			dearest = append(dearest, slices.Repeat([]float64{n.Bytes - experiments.ProgramBytes}, min(workers, draws))...)
		}
		if len(dearest) > mostSorted { // a list of the dearest alone, not of all targets
			dearest = dearestOf(dearest, workers)
		}
	}
	waiting := 0.0
	for _, bytes := range chains {
		waiting += bytes
	}
	bytes := experiments.ProgramBytes + min(waiting, mostKept) + lists
	for _, job := range dearestOf(dearest, workers) {
		bytes += job
	}
	return bytes
}

// mostSorted is how many jobs are listed before all but the dearest are dropped.
const mostSorted = 10_000

// dearestOf returns the n largest numbers, the largest first.
func dearestOf(all []float64, n int) []float64 {
	slices.Sort(all)
	slices.Reverse(all)
	return all[:min(n, len(all))]
}

// draws counts the targets of the same names, whatever their seeds: one setting stands for them.
func (p Plan) draws() map[Subject]int {
	drawn := map[Subject]int{}
	for _, t := range p.Targets {
		drawn[Subject{Toy: t.Toy, File: t.File, Data: t.Data}]++
	}
	return drawn
}

// needs returns the memory of the dearest jobs on a space. These are at most as many as can run together.
func (p Plan) needs(space experiments.Space, workers int) (all []experiments.Need) {
	schedules, ts := p.Schedules, slices.Sorted(slices.Values(p.Ts))
	if own, err := space.Levels(nil); space.Matrix != "" && err == nil {
		schedules, ts = []Named{{Name: experiments.OfMatrices}}, own
	}
	inner := max(1, workers/p.Len())
	for _, s := range schedules {
		space.Schedule = s.Name
		for _, T := range ts[max(0, len(ts)-workers):] {
			all = append(all, space.Need(p.jobBytes(inner), T))
		}
	}
	copies := min(workers, len(p.programs()))
	return slices.Concat(slices.Repeat([][]experiments.Need{all}, copies)...)
}

// jobBytes is the memory of one job on so many cores.
func (p Plan) jobBytes(workers int) experiments.Bytes {
	run := experiments.UncheckedBytes
	if p.Spec.Full || len(p.Matrices) > 0 {
		run = experiments.ExactBytes
	}
	if slices.ContainsFunc(p.Programs, func(name string) bool { return strings.HasPrefix(name, "smc") }) {
		annealed := run
		run = func(s experiments.Space, T int) float64 { return annealed(s, T) + experiments.SampledBytes(s, T) }
	}
	if p.Spec.Chains == 0 {
		return run
	}
	o := experiments.Sampling(sample.Options{Chains: p.Spec.Chains, Workers: workers})
	return func(s experiments.Space, T int) float64 {
		return run(s, T) + o.Bytes(s, T) - experiments.ExactBytes(s, T)
	}
}
