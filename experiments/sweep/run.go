package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/sampling"
	_ "breadboard/experiments/schedules"
	"breadboard/experiments/weights"
)

// run computes the job on its chain. The error is ctx's, or Unanswered: any other job that cannot be run has a row that
// says why.
func (j Job) run(ctx context.Context, chain experiments.Chain, b journal.Build, workers int) (Row, error) {
	r := Row{Key: journal.Key(j, b), Job: j, Grid: chain.Target.Grid.String(), Build: b, Values: columns.NewValues(nil)}
	for _, err := range chain.Doubts() {
		r.Warnings = append(r.Warnings, err.Error())
	}
	a, choice, err := chain.At(ctx, j.T)
	if err == nil {
		if choice != nil {
			r.Chosen = &Chosen{Start: choice.Start, Converged: choice.Converged,
				Gradient: columns.Real(choice.Gradient), Evaluations: choice.Evaluations}
			if experiments.ChoosingPasses(j.Schedule) > 0 {
				r.Chosen.Betas = a.Schedule.Betas()
			}
		}
		err = r.measure(ctx, chain, a, workers)
	}
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	if errors.As(err, new(experiments.Unanswered)) { // the program is at fault, and may be right the next time
		return Row{}, err
	}
	if err != nil {
		r.Fault = err.Error()
	}
	return r, nil
}

// measure fills in all numbers: the exact ones, as the command exact prints them, or those of the account of a program,
// and the Monte Carlo estimates, with the dice that any command draws from the same seed.
// Numbers that only check others are left out unless the cell is Full. They are there for
// matrices too, which leave their levels invariant to the digits they are written with alone.
func (r *Row) measure(ctx context.Context, chain experiments.Chain, a chains.Annealing, workers int) error {
	var m columns.Run
	if r.Job.Program == "" {
		res, err := exact.Options{Unchecked: !r.Job.Full && !r.Job.FromOutside()}.Run(ctx, a)
		if err != nil {
			return err
		}
		m = chain.Measured(a, res).Run
	} else {
		account, err := weights.Account(ctx, chain, a, r.Job.Program, nil)
		if err != nil {
			return err
		}
		m = account.Run
		r.How = m.Account.How
	}
	r.Warnings = append(r.Warnings, m.Warnings...)
	if chain.Extended() {
		r.Warnings = append(r.Warnings, fmt.Sprintf("B and j_state are those of %d states; J is that of the target's "+
			"%d cells", int(chain.States), chain.Target.Grid.Size()))
	}
	if r.Job.Chains > 0 {
		var runs sample.Runs
		var err error
		o := sample.Options{Chains: r.Job.Chains, Seed: r.Job.MCSeed, Workers: workers}
		if r.Job.Program == "" {
			runs, err = sample.Run(ctx, a, o)
		} else {
			runs, err = weights.Sample(ctx, chain, a, r.Job.Program, o)
		}
		if err != nil {
			return err
		}
		m.Estimates = &columns.Estimates{B: sampling.Estimated(runs.B()),
			FwdLogW: sampling.Estimated(runs.FwdLogW()), RevLogW: sampling.Estimated(runs.RevLogW())}
		r.Warnings = append(r.Warnings, runs.Warnings()...)
	}
	r.Values = columns.Measure(m)
	return nil
}

// A pool makes one chain for all jobs of a family, and drops it after the last of them. When
// chains of mostKept bytes wait for their next job, it makes the chains of further families anew
// for each job.
type pool struct {
	ask      experiments.Ask // nil if no program is asked
	mu       sync.Mutex
	families map[string]*family
	sum      float64 // bytes of all chains that are kept
}

// A family is the jobs that share a chain.
type family struct {
	left  int // jobs to come
	chain func() (experiments.Chain, error)
	kept  float64 // bytes of the chain, if it waits or runs
}

// mostKept is 15 chains of a million cells, or a hundred thousand of few.
const mostKept = 256 << 20

func newPool(jobs []Job, ask experiments.Ask) *pool {
	p := &pool{ask: ask, families: map[string]*family{}}
	for _, j := range jobs {
		name := j.Family()
		if p.families[name] == nil {
			p.families[name] = &family{chain: sync.OnceValues(j.Setting.Chain)}
		}
		p.families[name].left++
	}
	return p
}

// run computes a job. Call it once for each. The error is ctx's, or that a file has changed.
func (p *pool) run(ctx context.Context, j Job, b journal.Build, workers int) (Row, error) {
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	name := j.Family()
	p.mu.Lock()
	f := p.families[name]
	made := f.chain
	f.left--
	p.mu.Unlock()
	chain, err := made()
	if err == nil {
		p.keep(name, j, chain)
		chain, err = chain.WithSchedule(j.Schedule)
	}
	if err == nil {
		err = j.unchanged()
	}
	if err != nil {
		return Row{}, err
	}
	if j.Exec != "" && p.ask != nil { // every job anew: rows that waited for others would fill the memory
		chain = chain.Asking(p.ask)
	}
	return j.run(ctx, chain, b, workers)
}

// keep decides whether the chain of a family waits for the next job.
func (p *pool) keep(name string, j Job, chain experiments.Chain) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f := p.families[name]; {
	case f == nil: // another of its jobs has dropped it
	case f.left == 0:
		delete(p.families, name)
		p.sum -= f.kept
	case f.kept > 0: // it is kept already
	case p.sum+chain.ChainBytes() <= mostKept:
		f.kept = chain.ChainBytes()
		p.sum += f.kept
	default:
		f.chain = sync.OnceValues(j.Setting.Chain)
	}
}

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
		steps := j.Repeat
		if moves, err := j.Moves(j.T); j.StepsByLevel != "" && err == nil {
			steps = 1 + moves/j.T
		}
		costs[i] = (size*levels + j.T*j.Chains/chainsACell) * steps
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

// Estimate returns how long the shard's jobs take on all cores. It asks for the time of one job of every kernel,
// schedule and program: the dearest small one, or the least dear of all.
func (w *Work) Estimate(ask func(Job) time.Duration) time.Duration {
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
	return time.Duration(max(all/float64(runtime.GOMAXPROCS(0)), longest) * float64(time.Second))
}

// Try runs a job and discards the result.
func (w *Work) Try(ctx context.Context, j Job) error {
	_, err := newPool([]Job{j}, w.Ask).run(ctx, j, journal.Build{}, 1)
	return err
}

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
func (p Plan) Bytes(spaces []experiments.Found, lists float64) float64 {
	var all []float64 // of jobs, as many of each kind as may run together
	workers := min(runtime.GOMAXPROCS(0), p.Len())
	job := p.jobBytes(max(1, workers/p.Len()))
	waiting := map[Subject]float64{}
	drawn := map[Subject]int{}
	families := len(p.programs()) * len(p.StepWords()) * len(p.Bridges) * len(p.Initials)
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
				one := []float64{space.Need(job, T).Bytes - experiments.ProgramBytes}
				all = append(all, slices.Repeat(one, min(jobs, workers))...)
			}
		}
	}
	chains := 0.0
	for _, bytes := range waiting {
		chains += bytes
	}
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	bytes := experiments.ProgramBytes + min(chains, mostKept) + lists
	for _, b := range all[:min(workers, len(all))] {
		bytes += b
	}
	return bytes
}

func (p Plan) jobBytes(workers int) experiments.Bytes {
	run := experiments.Bytes(experiments.UncheckedBytes)
	if p.Spec.Full || len(p.Matrices) > 0 || p.Exec != "" {
		run = experiments.ExactBytes
	}
	if slices.ContainsFunc(p.Programs, func(name string) bool { return strings.HasPrefix(name, "smc") }) {
		run = weights.Bytes(run, p.Programs)
	}
	if p.Spec.Chains == 0 {
		return run
	}
	o := sampling.Plan{Chains: p.Spec.Chains, Workers: workers}
	return experiments.Together(run, o.WorkerBytes)
}
