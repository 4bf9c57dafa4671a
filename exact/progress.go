package exact

import (
	"context"

	"breadboard/chains"
)

// A progress counts the levels that a run goes through. It stops the run if its context
// has ended, and reports to whoever watches.
type progress struct {
	ctx         context.Context
	watch       func(done, total int) // nil if nobody watches
	done, total int
	seldom      int // it looks at every so-manieth level
}

// newProgress counts up to three times T levels: one way up for J and B and, below
// MostChecked cells, down and up again as the paper writes it.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	p := &progress{ctx: ctx, watch: watch, total: 3 * a.T(), seldom: max(1, min(1024, 1<<16/max(1, a.Grid.Size())))}
	if a.Grid.Size() >= MostChecked {
		p.total = a.T()
	}
	return p
}

// level counts a level. The error is the context's cause.
func (p *progress) level() error {
	p.done++
	if p.done%p.seldom != 0 {
		return nil
	}
	if p.watch != nil {
		p.watch(p.done, p.total)
	}
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	return nil
}
