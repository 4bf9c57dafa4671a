package experiments

import (
	"context"

	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments/columns"
)

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states. B is the divergence of the whole
// paths, and bounds it. Both are in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)

// An Exact is a chain run at one T, exactly.
type Exact struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	Near   Near           // NaN unless the schedule is the friction schedule
	exact.Result
	cell exact.Divergence // the final of OfCells, if the laws are not kept
}

// Run returns the numbers from which the columns are filled.
func (e Exact) Run() columns.Run {
	_, cell := e.OfCells()
	return columns.Run{Result: e.Result, Cell: cell, NearB: e.Near.B, NearFloor: e.Near.Floor}
}

// OfCells returns the law q of the target's cell at the end, and its divergences from the
// target. If the kernel runs on more states than cells, q is the marginal law; otherwise
// the two are Q and Final. q is nil if the run keeps no laws.
func (e Exact) OfCells() (q []float64, final exact.Divergence) {
	switch {
	case e.Q == nil:
		return nil, e.cell
	case !e.Chain.Extended():
		return e.Q, e.Final
	}
	q, _, final = e.Marginal(e.Chain.Target.Grid.Size())
	return q, final
}

// dropLaws drops the laws Q and P, which are large, and keeps the divergence of the cells.
func (e *Exact) dropLaws() {
	_, e.cell = e.OfCells()
	e.Gap = e.WithoutLaws()
}

// Exactly runs the chain at every T of ts: rows in the order of ts. Progress counts
// levels. On more than MostUnasked states one run is at work at a time, on all cores, and
// its laws are not kept.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	rows := make([]Exact, len(ts))
	large, workers := c.States > MostUnasked, 0
	if large {
		workers = 1
	}
	err := each(ctx, workers, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, choice, tell, err := c.at(ctx, ts[i], tell)
		if err != nil {
			return err
		}
		e := Exact{Chain: c, Choice: choice, Near: c.Near(a)}
		e.Result, err = exact.Options{Progress: tell}.Run(ctx, a)
		if err == nil && large {
			e.dropLaws()
		}
		rows[i] = e
		return err
	})
	return rows, err
}
