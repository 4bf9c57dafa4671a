package sample

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// A walker takes chains from level to level. Each worker has one.
type walker struct {
	a     chains.Annealing
	stage stage
	alone bool // all chains of a task share one generator
}

// A stage is the level at which the chains of a task are.
type stage interface {
	// begin goes to the first level of a task with so many chains, and draws the place of each from its density.
	begin(t int, reverse bool, blocks []block)
	// to goes to a neighbouring level.
	to(t int)
	// pass does with all chains what is asked.
	pass(ctx context.Context, blocks []block, asked pass) error
}

// A pass is what chains do at a level.
type pass struct {
	gains   bool // log w gains what their place gained or lost since the level before; always in the forward direction
	moves   bool // and then they move by the kernel of the level
	reverse bool // by its reversal
}

// walk runs the chains of a task from their first draw to their end.
//
// A forward chain is drawn at level 1; at t = 2..T its weight gains, and then it moves
// by T_t. A reverse chain is drawn at level T and moves by the reversal of T_T. At
// t = T-1..1 its weight gains log f_{t+1} - log f_t at its place, and then it moves by the
// reversal of T_t, except at t = 1.
func (w *walker) walk(ctx context.Context, t task, moved *progress) error {
	xs := make([]int32, len(t.logw))
	blocks := w.blocks(t, xs)
	first, last := 1, w.a.T()
	by := 1
	if t.reverse {
		first, last = last, first
		by = -1
	}
	w.stage.begin(first, t.reverse, blocks)
	t.count(t.batch.Starts, xs)
	if t.reverse {
		copy(t.cells, xs)
	}
	if t.reverse && first <= w.a.PathEnd() {
		if err := w.stage.pass(ctx, blocks, pass{moves: true, reverse: true}); err != nil {
			return err
		}
	}
	for at := first + by; at != last+by; at += by {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.stage.to(at)
		moves := at <= w.a.PathEnd() && at != 1
		if err := w.stage.pass(ctx, blocks, pass{gains: true, moves: moves, reverse: t.reverse}); err != nil {
			return err
		}
		moved.add(len(t.logw))
	}
	t.count(t.batch.Ends, xs)
	if !t.reverse {
		copy(t.cells, xs)
	}
	return nil
}

// blocks are the chains of a task, at these places.
func (w *walker) blocks(t task, xs []int32) (all []block) {
	words := new([chunk]uint64)
	if w.alone {
		return []block{{t.generator(1 << 40), xs, t.logw, words}}
	}
	for i := 0; i < len(xs); i += Block { // each with its own generator
		end := min(i+Block, len(xs))
		gen := t.generator(uint64((t.first + i) / Block))
		all = append(all, block{gen: gen, x: xs[i:end], logw: t.logw[i:end], words: words})
	}
	return all
}

// A prepared stage knows its level in all cells.
type prepared struct {
	a     chains.Annealing
	op    chains.Operator
	level *chains.Level

	before []float64 // log f of the level before
	gains  []float64 // by cell, the gain of a forward log weight between two levels
	none   []float64 // zeros
	table  table
	limit  int
	plain  bool  // a table of this task was too large, so steps are plain from then on
	by     Mover // makes the moves of all chains together in place of the kernel, unless nil
}

func newPrepared(a chains.Annealing, limit int) *prepared {
	n := a.Grid.Size()
	return &prepared{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel(), limit: limit,
		before: make([]float64, n), gains: make([]float64, n), none: make([]float64, n)}
}

func (w *prepared) begin(t int, _ bool, blocks []block) {
	w.plain = false
	w.a.LevelAt(w.level, t)
	p := chains.Normalized(w.level.LogF())
	if w.by != nil {
		law, b := chains.NewLaw(p), blocks[0]
		for i := range b.x {
			b.x[i] = int32(law.Draw(seeded{b.gen}))
		}
		return
	}
	w.table.weigh(p)
	for _, b := range blocks {
		for i := range b.x {
			b.x[i] = w.table.slots.at(w.table.k, 0, b.gen.Uint64())
		}
	}
}

func (w *prepared) to(t int) {
	copy(w.before, w.level.LogF())
	w.a.LevelAt(w.level, t)
}

func (w *prepared) pass(ctx context.Context, blocks []block, asked pass) error {
	gains := w.none
	if asked.gains {
		gains = w.gains
		for x, after := range w.level.LogF() {
			gains[x] = gained(w.before[x], after, asked.reverse)
		}
	}
	if !asked.moves {
		stay(blocks, gains)
		return nil
	}
	return w.move(ctx, blocks, asked.reverse, gains)
}

// gained is what the log weight gains in a cell between two neighbouring levels, with these log densities in the order
// in which the chain comes to them.
func gained(before, after float64, reverse bool) float64 {
	if reverse {
		return chains.LogRatio(before, after)
	}
	return chains.LogRatio(after, before)
}

// move adds the gains to the log weights and makes the move of this level, or its
// reversal.
func (w *prepared) move(ctx context.Context, blocks []block, reverse bool, gains []float64) error {
	if w.by != nil {
		if stay(blocks, gains); ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return chains.MoveBy(ctx, w.by, w.level, blocks[0].x)
	}
	if anyInfinite(gains) { // plain sums could be NaN; stay takes care
		stay(blocks, gains)
		gains = w.none
	}
	w.op.Aim(w.level)
	op := w.op
	if reverse {
		op = op.Reversal()
	}
	w.plain = w.plain || !w.table.compile(op, w.a.Grid.Size(), w.limit)
	for _, b := range blocks {
		if !w.plain {
			b.move(&w.table, gains)
			continue
		}
		d := seeded{b.gen}
		for i, x := range b.x {
			b.logw[i] += gains[x]
			b.x[i] = int32(op.Step(int(x), d))
		}
	}
	return nil
}

func anyInfinite(gains []float64) bool {
	return slices.ContainsFunc(gains, func(v float64) bool { return math.IsInf(v, 0) })
}

// A block is chains that share a generator, with the place and the log weight of each.
type block struct {
	gen   *rand.PCG
	x     []int32
	logw  []float64
	words *[chunk]uint64 // room for those of some chains; all blocks of a task share it
}

// chunk chains have their random words drawn together. These are 4 KB, which stay in the fastest memory.
const chunk = 512

// walkingIn is the number of chains of a task.
func walkingIn(blocks []block) (chains int) {
	for _, b := range blocks {
		chains += len(b.x)
	}
	return chains
}

// move adds to every chain's log weight the gain at the place it leaves, and moves it by
// the table. The choice of an outcome compiles to a conditional move. Two bounds checks
// remain: they are always predicted rightly, and masking the indices would cost more.
func (b block) move(t *table, gain []float64) {
	b.chunks(func(xs []int32, logw []float64, words []uint64) { t.slots.walk(t.k, xs, logw, gain, words) })
}

// chunks calls do for some chains after others, with a word for each chain.
func (b block) chunks(do func(xs []int32, logw []float64, words []uint64)) {
	for xs, logw := b.x, b.logw; len(xs) > 0; {
		n := min(len(xs), chunk)
		words := b.words[:n]
		lanes.Words(words, b.gen)
		do(xs[:n], logw[:n], words)
		xs, logw = xs[n:], logw[n:]
	}
}

// stay adds to every chain's log weight the gain at its place, unless the log weight is
// infinite, and does not move the chain.
func stay(blocks []block, by []float64) {
	for _, b := range blocks {
		for i, x := range b.x {
			b.logw[i] = chains.AddLogW(b.logw[i], by[x])
		}
	}
}
