package explore

import (
	"context"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid"
)

// Measure answers a stroke of the brush. J and B of an annealing are those of exact.Measure, to the last bit. A
// program has those of its account.
func Measure(ctx context.Context, q Question) (Measured, error) {
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.run(ctx)
	if err != nil {
		return Measured{}, err
	}
	return r.measure(ctx)
}

func (r run) measure(ctx context.Context) (Measured, error) {
	if r.program() {
		row, err := r.account(ctx)
		if err != nil {
			return Measured{}, err
		}
		return measuredProgram(row), nil
	}
	g, err := exact.Measure(ctx, r.annealing)
	if err != nil {
		return Measured{}, err
	}
	return r.measured(exact.Result{Gap: g}), nil
}

// measured is the answer of an annealing.
func (r run) measured(of exact.Result) Measured {
	e := r.chain.Measured(r.annealing, of)
	m := answer(e.Chain, e.Run, e.CellQ)
	if r.choice != nil && !r.choice.Converged {
		m.Notes = append(m.Notes, "the descent to "+e.Chain.Schedule+" did not converge")
	}
	return m
}

// measuredProgram is the answer of a program. Its warnings say what it does not have.
func measuredProgram(row experiments.Accounted) Measured {
	return answer(row.Chain, row.Run, row.CellQ)
}

// answer makes the numbers of a row, which the commands print too.
func answer(c experiments.Chain, r columns.Run, q []float64) Measured {
	notes := append([]string{}, r.Warnings...)
	if rounded := r.Rounded(); rounded != "" {
		notes = append(notes, rounded)
	}
	return Measured{Shape: shapeOf(c.Target.Grid), J: divergences(r.Cell), B: divergences(r.Paths),
		Slack: Number(r.Slack()), LogR: Number(r.LogR), Q: Numbers(q), P: Numbers(chains.Normalized(c.Target.LogF)),
		Notes: notes}
}

func divergences(d exact.Divergence) Divergences {
	return Divergences{QP: Number(d.Forward), PQ: Number(d.Reverse), Sum: Number(d.Jeffreys()), Off: Number(d.Off)}
}

// shapeOf lays a grid out.
func shapeOf(g grid.Grid) Shape {
	s := Shape{Axes: g.Lens(), Walls: make([]bool, g.Size())}
	s.Rows, s.Columns = g.Folded()
	for x := range s.Walls {
		s.Walls[x] = g.Wall(x)
	}
	return s
}
