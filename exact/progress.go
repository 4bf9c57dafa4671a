package exact

import (
	"context"

	"breadboard/chains"
)

// A progress is felt at every level that a pass goes through: it stops the pass when
// its context does, and lets somebody watch.
type progress struct {
	ctx         context.Context
	watch       func(done, total int)
	done, total int
	seldom      int // how many levels it lets go by
}

// newProgress is that of a Run, which goes through all levels up to three times: up
// for J and B, and on less than Thorough cells down and up again as the paper writes
// it.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	p := &progress{ctx: ctx, watch: watch, total: 3 * a.T(), seldom: max(1, min(1024, 1<<16/max(1, a.Grid.Size())))}
	if a.Grid.Size() >= Thorough {
		p.total = a.T()
	}
	return p
}

// level is called once a level. The error is the context's cause.
func (p *progress) level() error {
	p.done++
	if p.done%p.seldom != 0 {
		return nil
	}
	p.watch(p.done, p.total)
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	return nil
}
