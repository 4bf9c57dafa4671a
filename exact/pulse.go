package exact

import "context"

// A pulse is felt at every level that a pass goes through: it stops the pass when
// its context does, and lets somebody watch.
type pulse struct {
	ctx         context.Context
	watch       func(done, total int)
	done, total int
}

// passes is how often Run goes through all levels: up for J and B, down and up
// again as the paper writes it.
const passes = 3

// level is called once a level. The error is the context's cause.
func (p *pulse) level() error {
	p.done++
	if p.done%1024 != 0 {
		return nil
	}
	p.watch(p.done, p.total)
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	return nil
}
