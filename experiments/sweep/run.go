package sweep

import (
	"context"
	"errors"
	"sync"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/sampling"
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
// chains of mostKept cells wait for their next job, it makes the chains of further families anew
// for each job.
type pool struct {
	ask      experiments.Ask // nil if no program is asked
	mu       sync.Mutex
	families map[string]*family
	sum      int // cells of all chains that are kept
}

// A family is the jobs that share a chain.
type family struct {
	left  int // jobs to come
	chain func() (experiments.Chain, error)
	kept  int // cells of the chain, if it waits or runs
}

// mostKept is 16 chains of a million cells, or some eighty thousand of few: aChain is what the names of one weigh, in
// cells.
const mostKept, aChain = 1 << 24, 200

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
	cells := chain.Target.Grid.Size() + aChain
	switch f := p.families[name]; {
	case f == nil: // another of its jobs has dropped it
	case f.left == 0:
		delete(p.families, name)
		p.sum -= f.kept
	case f.kept > 0: // it is kept already
	case p.sum+cells <= mostKept:
		f.kept = cells
		p.sum += f.kept
	default:
		f.chain = sync.OnceValues(j.Setting.Chain)
	}
}

// costs are about the time of each job: cells times levels, steps and passes. They depend on the plan alone, so that
// every shard deals the jobs alike.
func (p Plan) costs() []int {
	jobs := p.Jobs()
	costs := make([]int, len(jobs))
	for i, j := range jobs {
		size := p.Targets[i*len(p.Targets)/len(jobs)].Size
		costs[i] = size * j.T * j.Repeat * (1 + experiments.ChoosingPasses(j.Schedule))
	}
	return costs
}
