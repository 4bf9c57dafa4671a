package experiments

import (
	"context"

	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments/columns"
)

// An Exact is a chain run at one T, exactly.
type Exact struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	Near   Near           // NaN unless the schedule is the friction schedule
	States int            // that the chain runs on
	exact.Result
	cell exact.Divergence // the final of OfCells, if the laws are not kept
}

// Run returns the numbers from which the columns are filled.
func (e Exact) Run() columns.Run {
	_, cell := e.OfCells()
	return columns.Run{Result: e.Result, Cell: cell, NearB: e.Near.B, NearFloor: e.Near.Floor}
}

// Extended reports whether the chain runs on more than the target's cells.
func (e Exact) Extended() bool { return e.States != e.Chain.Target.Grid.Size() }

// OfCells returns the law q of the target's cell at the end, and its divergences from the
// target. If the kernel runs on more states than cells, q is the marginal law; otherwise
// the two are Q and Final. q is nil if the run keeps no laws.
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

// keep takes over the result of a run on so many states. On more than MostUnasked it
// drops the laws Q and P, which are large.
func (e *Exact) keep(r exact.Result, states int) {
	e.States, e.Result = states, r
	if states > MostUnasked {
		_, e.cell = e.OfCells()
		e.Gap = r.WithoutLaws()
	}
}

// Exactly runs the chain at every T of ts: rows in the order of ts. Progress counts
// levels. On many states one run is at work at a time, on all cores, and its laws are
// not kept.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	rows := make([]Exact, len(ts))
	passes := ChoosingPasses(c.Schedule) // these come before the run
	levels := newTally(progress, len(ts))
	for _, T := range ts {
		levels.total += T * (passes + 1)
	}
	at := Each
	if c.States > MostUnasked {
		at = oneByOne
	}
	err := at(ctx, len(ts), nil, func(ctx context.Context, i int) error {
		rows[i].Chain = c
		a, choice, err := c.At(ctx, ts[i])
		if err != nil {
			return err
		}
		rows[i].Choice = choice
		levels.set(i, ts[i]*passes)
		rows[i].Near = c.Near(a)
		tell := func(done, total int) { levels.set(i, ts[i]*passes+min(done, total)*ts[i]/total) }
		r, err := exact.Options{Progress: tell}.Run(ctx, a)
		if err == nil {
			rows[i].keep(r, a.Grid.Size())
		}
		levels.set(i, ts[i]*(passes+1))
		return err
	})
	return rows, err
}
