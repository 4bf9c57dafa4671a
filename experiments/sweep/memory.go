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

// Bytes is the most memory that the sweep holds at once: the jobs that run together, the dearest
// of all, the chains that wait for their next job, and lists of so many bytes. The spaces are
// those of Settings.
func (p Plan) Bytes(spaces []experiments.Space, workers int, lists float64) float64 {
	workers = min(experiments.Workers(workers), p.Len())
	var dearest []experiments.Need
	chains := 0.0
	for _, space := range spaces {
		draws := p.draws(space.Setting)
		chains = max(chains, space.ChainBytes()*float64(draws*len(p.Bridges)*len(p.Initials)))
		for _, n := range p.needs(space, workers) {
			dearest = append(dearest, slices.Repeat([]experiments.Need{n}, min(workers, draws))...)
		}
	}
	slices.SortFunc(dearest, func(a, b experiments.Need) int { return cmp.Compare(b.Bytes, a.Bytes) })
	running := experiments.Together(dearest[:min(workers, len(dearest))]...)
	return running + min(chains, mostKept) + lists
}

// draws counts the targets that the setting stands for.
func (p Plan) draws(s experiments.Setting) (n int) {
	for _, t := range p.Targets {
		if t.Toy == s.Toy && t.File == s.Target && t.Data == s.Data {
			n++
		}
	}
	return max(n, 1)
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
