package sample

import (
	"context"
	"math"

	"breadboard/chains"
)

// A Mover makes the moves of a kernel that is not at hand, such as a program at the other end of a
// pipe.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. All steps are
	// independent, and every state given has mass.
	Move(ctx context.Context, next, states []int) error
}

// RunBy is Run with the moves of m in place of the annealing's kernel. Reverse chains run only if
// the kernel is reversible, because m cannot be asked for a reversal. Without them
// Runs.Reverse is empty, as that of a program without a reverse. The chains depend on the
// seed, and on m alone besides; o.Workers is not used, because one program answers.
func RunBy(ctx context.Context, a chains.Annealing, m Mover, reversible bool, o Options) (Runs, error) {
	o, err := o.ready()
	if err != nil {
		return Runs{}, err
	}
	if err := a.Check(); err != nil {
		return Runs{}, err
	}
	a, rise := a.Lowered()
	r := Runs{T: a.T(), Rise: rise}
	done := &progress{report: o.Progress, every: 1, total: o.Chains * (a.T() - 1)}
	batches := []*Batch{&r.Forward}
	if reversible {
		batches, done.total = append(batches, &r.Reverse), 2*done.total
	}
	for i, b := range batches {
		n := a.Grid.Size()
		*b = Batch{LogW: make([]float64, o.Chains), Starts: make([]int, n), Ends: make([]int, n), Cells: o.cells()}
		w := &moved{walker: newWalker(a, 0), by: m, batch: b, x: make([]int, o.Chains)}
		if err := w.run(ctx, i == 1, Seeded(o.Seed, uint64(i), 1<<40), done); err != nil {
			return Runs{}, err
		}
	}
	done.end()
	return r, nil
}

// moved runs the chains of one direction. They follow the law that walk states.
type moved struct {
	*walker
	by    Mover
	batch *Batch
	x     []int // the state of each chain
}

func (w *moved) run(ctx context.Context, reverse bool, d chains.Dice, done *progress) error {
	first, last, by := 1, w.a.T(), 1
	if reverse {
		first, last, by = last, first, -1
	}
	w.a.LevelAt(w.level, first)
	law := chains.NewLaw(chains.Normalized(w.level.LogF()))
	for i := range w.x {
		w.x[i] = law.Draw(d)
		w.batch.Starts[w.x[i]]++
	}
	if reverse {
		w.keep()
		if first <= w.a.PathEnd() {
			if err := w.move(ctx); err != nil {
				return err
			}
		}
	}
	for at := first; at != last; at += by {
		w.gain(at + by)
		for i, x := range w.x {
			w.batch.LogW[i] = chains.Gain(w.batch.LogW[i], w.gains[x])
		}
		if at+by <= w.a.PathEnd() && at+by != 1 {
			if err := w.move(ctx); err != nil {
				return err
			}
		}
		done.add(len(w.x))
	}
	for _, x := range w.x {
		w.batch.Ends[x]++
	}
	if !reverse {
		w.keep()
	}
	return nil
}

// keep notes the cell of each chain, if there is room for it.
func (w *moved) keep() {
	for i := range w.batch.Cells {
		w.batch.Cells[i] = int32(w.x[i])
	}
}

// move asks for a move of every chain in a cell with mass. The others stay: their weight
// remains 0.
func (w *moved) move(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	logf := w.level.LogF()
	if err := w.by.Aim(ctx, w.level.Beta, logf); err != nil {
		return err
	}
	var at, states []int
	for i, x := range w.x {
		if !math.IsInf(logf[x], -1) {
			at, states = append(at, i), append(states, x)
		}
	}
	next := make([]int, len(states))
	if err := w.by.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		w.x[i] = next[k]
	}
	return nil
}
