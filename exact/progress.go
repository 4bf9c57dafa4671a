package exact

import (
	"context"
	"iter"

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
	levels int     // that were gone through
	done   float64 // of total
	each   float64 // what a level adds to done: 1, or less after a detour
	seldom int     // the number of levels between two looks at the context
}

// seldomWork is about the number of moves between two looks: 300 levels of BARRIER have 60,000, which take 0.1 ms.
const seldomWork = 1 << 16

// newProgress expects T levels for J and B and, below MostChecked cells, 2T more for
// the plain passes down and up again.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	facts := chains.FactsOf(a.Kernel, a.Grid)
	moves := float64(a.Grid.Size()) * max(1, facts.Moves, facts.Paths)
	p := &progress{ctx: ctx, watch: watch, total: 3 * a.T(), each: 1, seldom: int(max(1, min(1024, seldomWork/moves)))}
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
		p.watch(min(int(p.done), p.total), p.total)
	}
	p.err = context.Cause(p.ctx)
}

// LargeWork is what one pass through a level counts, in nanoseconds, on MostChecked states or more, with
// a kernel of these facts. single is the number of single moves of a state.
func LargeWork(states int, facts chains.Facts, single int) float64 {
	return float64(states) * (largeCell + largeMove*facts.Summed(single))
}

// detour goes through levels that total does not have. They count for half of the levels left, and all others for
// less. Once the context has ended the numbers mean nothing, and neither does what makes them doubtful: no levels are
// counted.
func (p *progress) detour(levels int, run func()) {
	if p.look(); p.err != nil {
		return
	}
	usual := p.each
	half := (float64(p.total) - p.done) / 2
	p.each = half / float64(levels)
	run()
	p.done = float64(p.total) - half
	p.each = usual / 2
}

// through visits the levels from one to another, in steps by 1 or -1.
func (p *progress) through(from, to, by int) iter.Seq[int] {
	return func(yield func(t int) bool) {
		for t := from; by != 0 && (to-t)*by >= 0; t += by {
			p.levels++
			p.done += p.each
			if p.levels%p.seldom == 0 {
				p.look()
			}
			if p.err != nil || !yield(t) {
				return
			}
		}
	}
}
