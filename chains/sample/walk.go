package sample

import (
	"context"

	"breadboard/chains"
)

// A walker is what one worker needs to walk chains from level to level.
type walker struct {
	a     chains.Annealing
	op    chains.Operator
	level *chains.Level

	before []float64 // log f of the level left
	gains  []float64 // what a chain's log weight gains between two levels, by cell
	none   []float64 // no gain
	table  table
	limit  int
	wide   bool // the table of a level was too large; from then on steps are plain
}

func newWalker(a chains.Annealing, limit int) *walker {
	n := a.Grid.Size()
	return &walker{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel(), limit: limit,
		before: make([]float64, n), gains: make([]float64, n), none: make([]float64, n)}
}

// walk walks the chains of a task. Forward, a chain is drawn at level 1, and at
// t = 2..T gains and moves by T_t. In reverse it is drawn at level T and moves
// by the reversal of T_T; then, at t = T-1..1, it gains what its place does
// between t and t+1, and moves by the reversal of T_t unless t is 1.
func (w *walker) walk(ctx context.Context, t task, seed uint64, m *meter) error {
	blocks := t.blocks(seed)
	first, last, by := 1, w.a.T(), 1
	if t.reverse {
		first, last, by = last, first, -1
	}
	w.wide = false
	w.a.LevelAt(w.level, first)
	w.table.weigh(weights(w.level.LogF()))
	for _, b := range blocks {
		b.draw(&w.table)
	}
	t.count(blocks, t.batch.Starts)
	if t.reverse && moves(w.a, first) {
		w.move(blocks, true, w.none)
	}
	for at := first; at != last; at += by {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.gain(at + by)
		if moves(w.a, at+by) && at+by != 1 {
			w.move(blocks, t.reverse, w.gains)
		} else {
			for _, b := range blocks {
				b.stay(w.gains)
			}
		}
		m.add(len(t.logw))
	}
	t.count(blocks, t.batch.Ends)
	return nil
}

// gain moves to a neighbouring level and sets gains to what the forward log
// weight gains between the two.
func (w *walker) gain(to int) {
	up := to > w.level.T
	copy(w.before, w.level.LogF())
	w.a.LevelAt(w.level, to)
	for x, after := range w.level.LogF() {
		if up {
			w.gains[x] = chains.LogRatio(after, w.before[x])
		} else {
			w.gains[x] = chains.LogRatio(w.before[x], after)
		}
	}
}

// move adds the gains and makes the move of the level where the walker is, or
// its reversal.
func (w *walker) move(blocks []block, reverse bool, gains []float64) {
	if infinite(gains) { // a sum could be NaN
		for _, b := range blocks {
			b.stay(gains)
		}
		gains = w.none
	}
	w.op.Aim(w.level)
	op := w.op
	if reverse {
		op = op.Reversal()
	}
	w.wide = w.wide || !w.table.compile(op, w.a.Grid.Size(), w.limit)
	for _, b := range blocks {
		if w.wide {
			b.step(op, gains)
		} else {
			b.move(&w.table, gains)
		}
	}
}

// blocks cuts the task's chains into blocks, each with its own generator.
func (t task) blocks(seed uint64) []block {
	var blocks []block
	direction := uint64(0)
	if t.reverse {
		direction = 1
	}
	xs := make([]int32, len(t.logw))
	for i := 0; i < len(xs); i += blockChains {
		end := min(i+blockChains, len(xs))
		number := uint64(t.first + i/blockChains)
		blocks = append(blocks, block{gen: generator(seed, direction, number), x: xs[i:end], logw: t.logw[i:end]})
	}
	return blocks
}

// count adds the chains in each cell to counts, which all tasks of a batch
// share.
func (t task) count(blocks []block, counts []int) {
	t.lock.Lock()
	defer t.lock.Unlock()
	for _, b := range blocks {
		for _, x := range b.x {
			counts[x]++
		}
	}
}
