package sweep

import (
	"context"
	"sync"

	"breadboard/experiments"
)

// A pool hands out chains, one for all jobs that differ in schedule and T alone, and
// forgets it with the last of them.
type pool struct {
	mu  sync.Mutex
	all map[string]*sharedChain
}

type sharedChain struct {
	left  int // jobs to come
	once  sync.Once
	chain experiments.Chain
	err   error
}

func newPool(jobs []Job) *pool {
	p := &pool{all: map[string]*sharedChain{}}
	for _, j := range jobs {
		name := j.Family()
		if p.all[name] == nil {
			p.all[name] = &sharedChain{}
		}
		p.all[name].left++
	}
	return p
}

// chain returns the job's chain. Every job is to ask once.
func (p *pool) chain(j Job) (experiments.Chain, error) {
	name := j.Family()
	p.mu.Lock()
	shared := p.all[name]
	if shared.left--; shared.left == 0 {
		delete(p.all, name)
	}
	p.mu.Unlock()
	shared.once.Do(func() { shared.chain, shared.err = j.Setting.Chain() })
	if shared.err != nil {
		return experiments.Chain{}, shared.err
	}
	chain, err := shared.chain.WithSchedule(j.Schedule)
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
