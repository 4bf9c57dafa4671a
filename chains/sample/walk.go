package sample

import (
	"context"
	"math"
	"math/rand/v2"

	"breadboard/chains"
)

// A walker takes chains from level to level. Each worker has one.
type walker struct {
	a           chains.Annealing
	op          chains.Operator
	level, last *chains.Level // of the chains now, and before the last step

	forward, reversal *chains.KeptRows // of the operator and of its reversal, at this level

	gains  []float64    // by cell, the gain of log w between two levels; 0 if chains gain one by one
	singly bool         // chains gain one by one: some gains are infinite, or chains are fewer than cells
	mover  chains.Mover // makes the moves of all chains of a task, which share a generator; nil for the kernel
	moved  *progress
	at     func(blocks []block) []block // unless nil, sees the chains at every level, and may add some
}

// newWalker returns a walker along a, which the caller has lowered. It reports moves to moved.
func newWalker(a chains.Annealing, moved *progress) *walker {
	n := a.Grid.Size()
	op := chains.On(a.Kernel, a.Grid)
	return &walker{a: a, op: op, level: a.NewLevel(), last: a.NewLevel(), forward: chains.NewKeptRows(n, op),
		reversal: chains.NewKeptRows(n, op.Reversal()), gains: make([]float64, n), moved: moved}
}

// walk runs the chains of a task from their first draw to their end.
//
// A forward chain is drawn at level 1; at t = 2..T its weight gains, and then it moves
// by T_t. A reverse chain is drawn at level T and moves by the reversal of T_T. At
// t = T-1..1 its weight gains log f_{t+1} - log f_t at its place, and then it moves by the
// reversal of T_t, except at t = 1.
func (w *walker) walk(ctx context.Context, t task) error {
	xs := t.cells
	if t.reverse {
		xs = make([]int32, len(t.logw))
	}
	blocks := w.blocks(t, xs)
	w.a.LevelAt(w.level, 1)
	if t.reverse {
		w.a.LevelAt(w.level, w.a.T())
	}
	w.draw(blocks...)
	copy(t.cells, xs) // x_T; reverse chains end elsewhere
	return w.goOn(ctx, blocks, t.reverse)
}

// draw draws the places of chains from the level's distribution.
func (w *walker) draw(blocks ...block) {
	start := chains.NewDistribution(chains.Normalized(w.level.LogF()))
	for _, b := range blocks {
		for i := range b.x {
			b.x[i] = int32(start.Draw(chains.Generator{PCG: b.gen}))
		}
	}
}

// goOn takes the chains from the level, which is the first or the last, to the other end.
func (w *walker) goOn(ctx context.Context, blocks []block, reverse bool) error {
	clear(w.gains)
	w.singly = false
	step := 1
	if reverse {
		step = -1
	}
	for left := w.a.T() - 1; ; left-- {
		at := w.level.T
		if err := w.pass(ctx, at, blocks, reverse); err != nil {
			return err
		}
		if w.at != nil {
			blocks = w.at(blocks)
		}
		if left == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := 0
		for _, b := range blocks {
			n += len(b.x)
		}
		w.moveTo(at+step, reverse, n < len(w.gains) || w.mover != nil)
		w.moved.add(n)
	}
}

// Anneal moves walkers through an annealing by the moves of m, and returns their log weights. It goes up from states at
// the first level, or, in reverse, down from states at the last, and sets states to the walkers' ends. In reverse the
// walkers move by the same kernel: the mean of log w is above log R whether or not that is the reversal. If it is, the
// walk is BREAD's reverse run.
func Anneal(ctx context.Context, m chains.Mover, a chains.Annealing, reverse bool, states []int32) ([]float64, error) {
	w := newWalker(a, &progress{})
	w.mover = m
	a.LevelAt(w.level, 1)
	if reverse {
		a.LevelAt(w.level, a.T())
	}
	logw := make([]float64, len(states))
	return logw, w.goOn(ctx, []block{{x: states, logw: logw}}, reverse)
}

// blocks returns the chains of a task, at these places.
func (w *walker) blocks(t task, xs []int32) (all []block) {
	if w.mover != nil {
		return []block{{t.generator(1 << 40), xs, t.logw}}
	}
	for i := 0; i < len(xs); i += Block { // each with its own generator
		end := min(i+Block, len(xs))
		gen := t.generator(uint64((t.first + i) / Block))
		all = append(all, block{gen: gen, x: xs[i:end], logw: t.logw[i:end]})
	}
	return all
}

// moveTo moves to a neighbouring level, and computes the gain of log w in each cell, unless chains gain one by one.
func (w *walker) moveTo(t int, reverse, singly bool) {
	w.level, w.last = w.last, w.level
	w.a.LevelAt(w.level, t)
	w.singly = singly
	if singly {
		return
	}
	now := w.level.LogF()
	was := w.last.LogF()
	for x := range w.gains {
		gain := gained(now[x], was[x], reverse)
		w.gains[x] = gain
		w.singly = w.singly || math.IsInf(gain, 0)
	}
	if w.singly {
		clear(w.gains)
	}
}

// gained returns the rise of log w in a cell between the last two levels.
func gained(now, was float64, reverse bool) float64 {
	gain := chains.LogRatio(now, was)
	if reverse {
		return -gain
	}
	return gain
}

// pass adds the gains to the log weights of all chains. Then it makes the move of the level or its reversal, if the
// path has one. Where chains do not gain singly and do move, the loop that moves them adds the gains too; where they
// gain singly, gains are 0 there.
func (w *walker) pass(ctx context.Context, t int, blocks []block, reverse bool) error {
	moves := t > 1 && t <= w.a.PathEnd()
	for _, b := range blocks {
		switch {
		case w.singly:
			now := w.level.LogF()
			was := w.last.LogF()
			for i, x := range b.x {
				b.logw[i] = chains.AddLogW(b.logw[i], gained(now[x], was[x], reverse))
			}
		case !moves:
			for i, x := range b.x {
				b.logw[i] += w.gains[x]
			}
		}
	}
	switch {
	case !moves:
		return nil
	case w.mover != nil:
		return moveBy(ctx, w.mover, w.level, blocks[0].x)
	}
	w.op.Aim(w.level)
	rows := w.forward
	if reverse {
		rows = w.reversal
	}
	rows.Forget()
	for _, b := range blocks {
		rows.Walk(b.x, b.logw, w.gains, b.gen)
	}
	return nil
}

// moveBy moves all walkers by m, aimed at a level. Those in cells without mass stay: their weight remains 0.
func moveBy(ctx context.Context, m chains.Mover, l *chains.Level, walkers []int32) error {
	logf := l.LogF()
	if err := m.Aim(ctx, l.Beta, logf); err != nil {
		return err
	}
	var at, states []int
	for i, x := range walkers {
		if !math.IsInf(logf[x], -1) {
			at, states = append(at, i), append(states, int(x))
		}
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		walkers[i] = int32(next[k])
	}
	return nil
}

// A block holds chains that share a generator, with the place and the log weight of each.
type block struct {
	gen  *rand.PCG
	x    []int32
	logw []float64
}
