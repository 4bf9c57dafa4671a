package exact

import (
	"context"
	"iter"
	"time"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// What a run counts before it begins, and how far it has come.

// MostChecked is the number of cells from which on Run computes only Measure's numbers.
// The rest of a Result is then NaN or nil, and a warning says so.
const MostChecked = crew.ParallelFrom

// What a level of a large space counts, in nanoseconds, as it was measured for the kernels of the catalogue: for each
// cell, and for each term of its sums.
const (
	largeCell = 3
	largeMove = 3
)

// A progress counts the levels that a run goes through, and reports to watch. Once the context has ended there
// are no more levels, so that the run comes to its end with numbers that mean nothing, and with the error.
type progress struct {
	ctx    context.Context
	err    error                 // the context's cause, once it was seen to have ended
	watch  func(done, total int) // may be nil
	total  int
	levels int       // that were gone through
	seldom int       // the number of levels between two looks at the context
	looked time.Time // when the last was
}

// Two looks at the context are soon to soon apart in time, if a level is not longer than that: a look at a clock at
// every level would take as long as a level of few cells.
const (
	soon      = time.Millisecond / 4
	mostApart = 1024
)

// newProgress expects T levels for J and B and, below MostChecked cells, T for the laws of log w and 2T more for
// the plain passes down and up again.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	p := &progress{ctx: ctx, watch: watch, total: 4 * a.T(), seldom: 1}
	if a.Grid.Size() >= MostChecked {
		p.total = a.T()
	}
	return p
}

// goesOn reports whether the context has not ended.
func (p *progress) goesOn() bool {
	p.err = context.Cause(p.ctx)
	return p.err == nil
}

// look reports how far the run has come, and whether its context has ended.
func (p *progress) look() {
	if p.watch != nil {
		p.watch(min(p.levels, p.total), p.total)
	}
	p.err = context.Cause(p.ctx)
	now := time.Now()
	if now.Sub(p.looked) < soon && p.seldom < mostApart {
		p.seldom *= 2
	} else if now.Sub(p.looked) > 4*soon && p.seldom > 1 {
		p.seldom /= 2
	}
	p.looked = now
}

// LargeWork is what one pass through a level counts, in nanoseconds, on MostChecked states or more, with
// a kernel of so many moves of a state.
func LargeWork(states, moves int) float64 {
	return float64(states) * (largeCell + largeMove*float64(moves))
}

// through visits the levels from one to another, in steps by 1 or -1.
func (p *progress) through(from, to, by int) iter.Seq[int] {
	return func(yield func(t int) bool) {
		for t := from; by != 0 && (to-t)*by >= 0; t += by {
			p.levels++
			if p.levels%p.seldom == 0 {
				p.look()
			}
			if p.err != nil || !yield(t) {
				return
			}
		}
	}
}
