package experiments

import (
	"context"
	"slices"

	"breadboard/chains"
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
	Chain       Chain
	Choice      *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	Schedule    chains.Schedule
	columns.Run           // the numbers, without Monte Carlo
	CellQ       []float64 // the law of the target's cell at the end; nil if the laws are not kept
}

// Measured puts the exact run of an annealing that At made beside its chain. If the kernel
// runs on more states than cells, CellQ is the marginal law; otherwise it is Q.
func (c Chain) Measured(a chains.Annealing, r exact.Result) Exact {
	e := Exact{Chain: c, Schedule: a.Schedule, Run: columns.Run{Result: r, Cell: r.Final, Extended: c.Extended()},
		CellQ: r.Q}
	e.NearB, e.NearFloor = c.near(a)
	e.Warnings = slices.Concat(c.Parted(), r.Warnings)
	if e.Extended {
		e.CellQ, _, e.Cell = r.Marginal(c.Target.Grid.Size())
	}
	return e
}

// Exactly runs the chain at every T of ts, and returns rows in the order of ts. Progress
// counts levels. On more than MostUnasked states it makes one run at a time, on all cores,
// and does not keep its laws.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	large, workers := c.States > MostUnasked, 0
	if large {
		workers = 1
	}
	return atEach(ctx, c, workers, ts, 1, progress, func(ctx context.Context, at aimed, tell Progress) (Exact, error) {
		r, err := exact.Options{Progress: tell}.Run(ctx, at.Annealing)
		if err != nil {
			return Exact{}, err
		}
		row := c.Measured(at.Annealing, r)
		if row.Choice = at.choice; large {
			row.Measured, row.CellQ = row.WithoutLaws(), nil
		}
		return row, nil
	})
}
