package sweep

import (
	"context"
	"sync"

	"breadboard/experiments"
)

// A pool makes chains, one for all jobs that differ in schedule and T alone, and
// forgets it with the last of them.
type pool struct {
	mu   sync.Mutex
	left map[string]int // jobs to come, by their families
	of   map[string]func() (experiments.Chain, error)
}

func newPool(jobs []Job) *pool {
	p := &pool{left: map[string]int{}, of: map[string]func() (experiments.Chain, error){}}
	for _, j := range jobs {
		name := j.Family()
		if p.left[name]++; p.left[name] == 1 {
			p.of[name] = sync.OnceValues(j.Setting.Chain)
		}
	}
	return p
}

// chain returns the job's chain. Every job is to ask once.
func (p *pool) chain(j Job) (experiments.Chain, error) {
	name := j.Family()
	p.mu.Lock()
	first := p.of[name]
	if p.left[name]--; p.left[name] == 0 {
		delete(p.of, name)
	}
	p.mu.Unlock()
	chain, err := first()
	if err == nil {
		chain, err = chain.WithSchedule(j.Schedule)
	}
	if err == nil {
		err = j.unchanged()
	}
	return chain, err
}

// run computes a job. The error is ctx's, or that a file has changed.
func (p *pool) run(ctx context.Context, j Job, b Build, workers int) (Row, error) {
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	chain, err := p.chain(j)
	if err != nil {
		return Row{}, err
	}
	return j.run(ctx, chain, b, workers)
}
