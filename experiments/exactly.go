package experiments

import (
	"context"
	"sync"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments/columns"
)

// An Exact is a chain run at one T, exactly.
type Exact struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil where it is a formula or a file
	Near   Near           // NaN unless the schedule is the friction schedule
	States int            // that the chain runs on
	exact.Result
	cell exact.Divergence // that of OfCells, where the laws are not kept
}

// Run is what columns take their numbers from.
func (e Exact) Run() columns.Run {
	_, cell := e.OfCells()
	return columns.Run{Result: e.Result, Cell: cell, NearB: e.Near.B, NearFloor: e.Near.Floor}
}

// Extended reports whether the chain runs on more than the target's cells.
func (e Exact) Extended() bool { return e.States != e.Chain.Target.Grid.Size() }

// OfCells is the law of the target's cell at the end and how far it is from the
// target: of an extended chain the marginal one, else Q and Final. Where the run
// keeps no laws there is none.
func (e Exact) OfCells() (q []float64, final exact.Divergence) {
	switch {
	case e.Q == nil:
		return nil, e.cell
	case !e.Extended():
		return e.Q, e.Final
	}
	q, _, final = e.Marginal(e.Chain.Target.Grid.Size())
	return q, final
}

// keep takes what the run on so many states found, without its laws, Q and P, where
// there are more than MostUnasked.
func (e *Exact) keep(r exact.Result, states int) {
	e.States, e.Result = states, r
	if states > MostUnasked {
		_, e.cell = e.OfCells()
		e.Gap = r.Bare()
	}
}

// Exactly runs the chain at every T of ts, each one that Levels lets pass: rows
// in the order of ts. Progress counts levels. On many states one run is at work at
// a time, on all cores, and its laws are not kept.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	rows := make([]Exact, len(ts))
	levels := tally{progress: progress, done: make([]int, len(ts))}
	for _, T := range ts {
		levels.total += T
	}
	at := Each
	if chains.States(c.kernel, c.Target.Grid) > MostUnasked {
		at = oneByOne
	}
	err := at(ctx, len(ts), nil, func(ctx context.Context, i int) error {
		rows[i].Chain = c
		a, choice, err := c.At(ctx, ts[i])
		if err != nil {
			return err
		}
		rows[i].Choice = choice
		rows[i].Near = c.Near(a)
		r, err := exact.RunWatched(ctx, a, func(done, total int) { levels.set(i, min(done, total)*ts[i]/total) })
		if err == nil {
			rows[i].keep(r, a.Grid.Size())
		}
		levels.set(i, ts[i])
		return err
	})
	return rows, err
}

// A tally adds up how far parts of different sizes have come.
type tally struct {
	mu         sync.Mutex
	progress   Progress
	done       []int // by part
	all, total int
}

func (t *tally) set(part, done int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all += max(done-t.done[part], 0)
	t.done[part] = max(done, t.done[part])
	if t.progress != nil {
		t.progress(t.all, t.total)
	}
}
