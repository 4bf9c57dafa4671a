package sweep

import (
	"cmp"
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

// Bytes is the most memory that the sweep holds at once: the dearest jobs of all, which may run together, the chains
// that wait for their next job, and lists of so many bytes. The spaces are those of Settings, one for all draws of a
// target.
func (p Plan) Bytes(spaces []experiments.Space, workers int, lists float64) float64 {
	type alike struct { // jobs that need as much as one another
		bytes float64
		jobs  int
	}
	var all []alike
	workers = min(experiments.Workers(workers), p.Len())
	job, waiting := p.jobBytes(max(1, workers/p.Len())), map[Subject]float64{}
	drawn, families := map[Subject]int{}, len(p.programs())*len(p.Bridges)*len(p.Initials)
	for _, t := range p.Targets { // whatever their seeds
		drawn[Subject{Toy: t.Toy, File: t.File, Data: t.Data}]++
	}
	for _, space := range spaces {
		target := Subject{Toy: space.Toy, File: space.Target, Data: space.Data}
		jobs := max(1, drawn[target]) * families
		waiting[target] = max(waiting[target], space.ChainBytes()*float64(jobs*len(p.kernels())))
		kernel := Kernel{}
		if own, err := space.Levels(nil); space.Matrix != "" && err == nil {
			kernel.T = own[0]
		}
		schedules, ts := p.times(kernel)
		for _, s := range schedules {
			space.Schedule = s.Name
			for _, T := range ts {
				all = append(all, alike{space.Need(job, T).Bytes - experiments.ProgramBytes, jobs})
			}
		}
	}
	chains := 0.0
	for _, bytes := range waiting {
		chains += bytes
	}
	slices.SortFunc(all, func(a, b alike) int { return cmp.Compare(b.bytes, a.bytes) })
	bytes := experiments.ProgramBytes + min(chains, mostKept) + lists
	for _, a := range all {
		running := min(a.jobs, workers)
		bytes += float64(running) * a.bytes
		workers -= running
	}
	return bytes
}

// jobBytes is the memory of one job on so many cores.
func (p Plan) jobBytes(workers int) experiments.Bytes {
	run := experiments.Bytes(experiments.UncheckedBytes)
	if p.Spec.Full || len(p.Matrices) > 0 {
		run = experiments.ExactBytes
	}
	if slices.ContainsFunc(p.Programs, func(name string) bool { return strings.HasPrefix(name, "smc") }) {
		run = experiments.AccountsBytes(run, p.Programs)
	}
	if p.Spec.Chains == 0 {
		return run
	}
	o := experiments.Sampling(sample.Options{Chains: p.Spec.Chains, Workers: workers})
	return experiments.Together(run, o.WorkerBytes)
}
