package experiments

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments/columns"
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
//
// With the friction schedule it has B near equilibrium, the limit of B if every step is small for the kernel, and the
// least of any schedule with as many levels. With any other schedule both are NaN: on BREAD's own toys they are far
// above B and mean nothing, and friction takes minutes on large spaces.
func (c Chain) Measured(a chains.Annealing, r exact.Result) Exact {
	e := Exact{Chain: c, Schedule: a.Schedule, Run: columns.Run{Result: r, Cell: r.Final, Extended: c.Extended(),
		NearB: math.NaN(), NearFloor: math.NaN()}, CellQ: r.Q}
	if t := c.schedule.truth; t != nil && t.near {
		if l, err := c.lengths[t.name](context.Background()); err == nil { // without it At would have failed
			e.NearB, e.NearFloor = l.Action(a.Schedule), l.Total()*l.Total()/float64(a.T()-1)
		}
	}
	e.Warnings = slices.Concat(c.Parted(), c.missedMoments(a.Schedule), r.Warnings)
	if e.Extended {
		e.CellQ, _, e.Cell = r.Marginal(c.Target.Grid.Size())
	}
	return e
}

// Exactly runs the chain at every T of ts, and returns rows in the order of ts. Progress counts levels. On more than
// MostUnasked states it makes one run at a time, on all cores, and does not keep its laws.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	large, workers := c.States > MostUnasked, 0
	if large {
		workers = 1
	}
	return AtEach(ctx, c, workers, ts, 1, progress, func(ctx context.Context, at Aimed, tell Progress) (Exact, error) {
		r, err := exact.Options{Progress: tell}.Run(ctx, at.Annealing)
		if err != nil {
			return Exact{}, err
		}
		row := c.Measured(at.Annealing, r)
		row.Choice = at.Choice
		if large {
			row.Measured, row.CellQ = row.WithoutLaws(), nil
		}
		return row, nil
	})
}
