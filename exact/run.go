package exact

import (
	"context"
	"math"

	"breadboard/chains"
)

// From MostChecked cells on Run does no more than Measure. The rest of a Result is
// then NaN or nil, and a warning says so.
const MostChecked = chains.ParallelFrom

// Run returns all that is exact about an annealing. It finds the numbers of Measure,
// finds them again as the paper defines them, and compares. It takes tens of times as
// long as Measure. It keeps some forty numbers a cell, up to 64 MB for the moves of a
// step, and as much for the laws of the reverse chain. The error comes from
// Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks, for those who run many. J and B are the same to
	// the last bit; the laws of log w and the effective sample size are the same to
	// rounding. Steps and Checks are nil, and Pairwise, MeanW, MeanInvW and Defect are
	// NaN. Like Measure it takes the kernel's word that it leaves p_t invariant. If J
	// or B is infinite everything is run, because that says why.
	Unchecked bool
	// Progress, unless nil, is called now and then with the number of levels done, and
	// of all.
	Progress func(done, total int)
}

// Run is Run with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	res, err := o.run(ctx, a)
	res.restore(rise)
	return res, err
}

func (o Options) run(ctx context.Context, a chains.Annealing) (Result, error) {
	prog := newProgress(ctx, a, o.Progress)
	gap, err := measure(a, prog)
	switch {
	case err != nil:
		return Result{}, err
	case a.Grid.Size() >= MostChecked:
		return alone(a, gap), nil
	case o.Unchecked && !math.IsInf(gap.J()+gap.B(), 0):
		return unchecked(prog, a, gap)
	}
	return checked(prog, a, gap)
}

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
