package sweep

import (
	"context"
	"fmt"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
)

// run computes the job on its chain. The error is ctx's: a job that cannot be run has a
// row that says why.
func (j Job) run(ctx context.Context, chain experiments.Chain, b journal.Build, workers int) (Row, error) {
	var doubts []string
	for _, err := range chain.Doubts() {
		doubts = append(doubts, err.Error())
	}
	r := Row{Key: journal.Key(j, b), Job: j, Grid: chain.Target.Grid.String(), Build: b,
		Values: columns.NewValues(nil), Warnings: doubts}
	a, choice, err := chain.At(ctx, j.T)
	if err == nil {
		if choice != nil {
			r.Chosen = &Chosen{Start: choice.Start, Converged: choice.Converged,
				Gradient: columns.Real(choice.Gradient), Evaluations: choice.Evaluations}
			if experiments.ChoosingPasses(j.Schedule) > 0 {
				r.Chosen.Betas = a.Schedule.Betas()
			}
		}
		if j.Program == "" {
			err = r.measure(ctx, chain, a, workers)
		} else {
			err = r.account(ctx, chain, a, workers)
		}
	}
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	if err != nil {
		r.Fault = err.Error()
	}
	return r, nil
}

// measure fills in all numbers: the exact ones, as the command exact prints them, and
// the Monte Carlo estimates, with the dice that any command draws from the same seed.
// Numbers that only check others are left out unless the cell is Full. They are there for
// matrices too, which leave their levels invariant to the digits they are written with alone.
func (r *Row) measure(ctx context.Context, chain experiments.Chain, a chains.Annealing, workers int) error {
	res, err := exact.Options{Unchecked: !r.Job.Full && r.Job.Matrix == ""}.Run(ctx, a)
	if err != nil {
		return err
	}
	m := chain.Measured(a, res).Run
	r.Warnings = append(r.Warnings, m.Warnings...)
	return r.finish(chain, m, func(o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) }, workers)
}

// account fills in what the account of a program has.
func (r *Row) account(ctx context.Context, chain experiments.Chain, a chains.Annealing, workers int) error {
	account, err := chain.Account(ctx, a, r.Job.Program, nil)
	if err != nil {
		return err
	}
	m := account.Run
	r.How = m.Account.How
	r.Warnings = append(r.Warnings, m.Warnings...)
	return r.finish(chain, m, func(o sample.Options) (sample.Runs, error) {
		return chain.Sample(ctx, a, r.Job.Program, o)
	}, workers)
}

// finish adds what the Monte Carlo runs estimate, if there are any, and keeps the numbers.
func (r *Row) finish(chain experiments.Chain, m columns.Run, run func(sample.Options) (sample.Runs, error),
	workers int) error {
	if chain.Extended() {
		r.Warnings = append(r.Warnings, fmt.Sprintf("B and j_state are those of %d states; "+
			"J is that of the target's %d cells", int(chain.States), chain.Target.Grid.Size()))
	}
	if r.Job.Chains > 0 {
		runs, err := run(sample.Options{Chains: r.Job.Chains, Seed: r.Job.MCSeed, Workers: workers})
		if err != nil {
			return err
		}
		m.Estimates = &columns.Estimates{B: runs.B(), FwdLogW: runs.FwdLogW(), RevLogW: runs.RevLogW()}
		r.Warnings = append(r.Warnings, runs.Warnings()...)
	}
	r.Values = columns.Measure(m)
	return nil
}

// A pool makes one chain for all jobs of a family, and drops it after the last of them. When
// chains of mostKept bytes wait for their next job, it makes the chains of further families anew
// for each job.
type pool struct {
	mu   sync.Mutex
	left map[string]int // jobs to come, by their families
	of   map[string]func() (experiments.Chain, error)
	kept map[string]float64 // bytes of the chains that wait, or run
	sum  float64            // of kept
}

// mostKept is 15 chains of a million cells, or a hundred thousand of few.
const mostKept = 256 << 20

func newPool(jobs []Job) *pool {
	p := &pool{left: map[string]int{}, of: map[string]func() (experiments.Chain, error){}, kept: map[string]float64{}}
	for _, j := range jobs {
		name := j.Family()
		if p.left[name]++; p.left[name] == 1 {
			p.of[name] = sync.OnceValues(j.Setting.Chain)
		}
	}
	return p
}

// chain returns the job's chain. Call it once for each job.
func (p *pool) chain(j Job) (experiments.Chain, error) {
	name := j.Family()
	p.mu.Lock()
	first := p.of[name]
	p.left[name]--
	p.mu.Unlock()
	chain, err := first()
	if err == nil {
		p.keep(name, j, chain)
		chain, err = chain.WithSchedule(j.Schedule)
	}
	if err == nil {
		err = j.unchanged()
	}
	return chain, err
}

// keep decides whether the chain of a family waits for the next job.
func (p *pool) keep(name string, j Job, chain experiments.Chain) {
	p.mu.Lock()
	defer p.mu.Unlock()
	bytes, waits := p.kept[name], p.left[name] > 0
	switch {
	case !waits:
		delete(p.of, name)
		delete(p.left, name)
		delete(p.kept, name)
		p.sum -= bytes
	case bytes > 0: // it is kept already
	case p.sum+chain.ChainBytes() <= mostKept:
		p.kept[name] = chain.ChainBytes()
		p.sum += chain.ChainBytes()
	default:
		p.of[name] = sync.OnceValues(j.Setting.Chain)
	}
}

// run computes a job. The error is ctx's, or that a file has changed.
func (p *pool) run(ctx context.Context, j Job, b journal.Build, workers int) (Row, error) {
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	chain, err := p.chain(j)
	if err != nil {
		return Row{}, err
	}
	return j.run(ctx, chain, b, workers)
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
