package exact

import (
	"context"
	"iter"
	"math"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/grid"
)

// What a run counts before it begins, and how far it has come.

// MostChecked is the number of cells from which on Run computes only Measure's numbers.
// The rest of a Result is then NaN or nil, and a warning says so.
const MostChecked = crew.ParallelFrom

// What a level counts, in nanoseconds, as it was measured for the kernels of the catalogue. In a run that is checked:
// for each cell; for each of its moves that has a probability of its own, that is redrawn with a line, or that
// kernels make one after the other; and for each pair of numbers that the kernel keeps of a cell. A large
// space has fast loops alone.
const (
	checkedCell    = 90
	checkedAbreast = 30 // in place of that, along a geometric bridge whose measures go side by side
	checkedMove    = 35
	checkedRedrawn = 5
	checkedInTurn  = 20
	checkedKept    = 1
	largeCell      = 3
	largeMove      = 3
)

// Where pairs are compared, each way that the rows of a kernel of several steps in turn add up (Facts.Ways) counts
// wayPrice. The rows are written in two directions.
const (
	wayPrice   = 3
	directions = 2
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
	row    float64 // what a row of a kernel of several steps adds to done
	rows   float64 // what those add that are to be written
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

// countPairs counts the comparison of pairs at so many levels, where their rows add up many ways. Its work is so many
// levels more.
func (p *progress) countPairs(a chains.Annealing, levels int) {
	rows, each := pairWork(a, levels)
	if rows*each == 0 {
		return
	}
	p.rows = math.Ceil(min(rows*each/levelWork(a), 1<<40))
	p.row = p.rows / rows
	p.total += int(p.rows)
}

// pairWork is the number of rows whose pairs are compared at so many levels, and what each counts beyond a level's own
// work, in nanoseconds.
func pairWork(a chains.Annealing, levels int) (rows, each float64) {
	if a.Grid.Size() >= MostChecked {
		return 0, 0
	}
	rows = directions * float64(levels) * pairRows(a.Kernel, a.Grid)
	return rows, wayPrice * chains.FactsOf(a.Kernel, a.Grid).Ways
}

// leavePairs goes on by the rows that were expected and will not be written.
func (p *progress) leavePairs() {
	p.done += p.rows
	p.rows = 0
	p.row = 0
}

// pairRows is the number of rows of k on g that are written before there is no more room for their moves: all, if there
// is. It is 0 if a step that k is made of has no room by itself.
func pairRows(k chains.Kernel, g grid.Grid) float64 {
	states := float64(g.Size())
	rows := min(states, mostMoves/max(1, chains.FactsOf(k, g).Moves))
	composed, ok := k.(chains.Composed)
	if !ok || rows == states {
		return rows
	}
	for _, part := range composed.Parts() {
		if states*chains.FactsOf(part, g).Moves > mostMoves {
			return 0
		}
	}
	return rows
}

// wrote goes on by so many rows. It returns false once the context has ended.
func (p *progress) wrote(rows float64) bool {
	if p.row == 0 {
		return true
	}
	p.done += rows * p.row
	p.rows -= rows * p.row
	p.look()
	return p.err == nil
}

// look reports how far the run has come, and whether its context has ended.
func (p *progress) look() {
	if p.watch != nil {
		p.watch(min(int(p.done), p.total), p.total)
	}
	p.err = context.Cause(p.ctx)
}

// levelWork is what one pass through a level of a run that is checked counts.
func levelWork(a chains.Annealing) float64 {
	facts := chains.FactsOf(a.Kernel, a.Grid)
	redrawn := max(0, facts.Moves-facts.Proposals)
	each := checkedMove*facts.Proposals + checkedRedrawn*redrawn
	_, inTurn := chains.DefinitionOf(a.Kernel, a.Grid).(chains.InTurn)
	if inTurn {
		each = checkedInTurn * facts.Moves
	}
	each = max(each, largeMove*facts.Terms)
	cell := float64(checkedCell)
	if OnePass(a) {
		cell = checkedAbreast
	}
	return float64(a.Grid.Size()) * (cell + each + checkedKept*facts.Kept*facts.Kept)
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
	half := (float64(p.total) - p.rows - p.done) / 2
	p.each = half / float64(levels)
	run()
	p.done = float64(p.total) - p.rows - half
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
