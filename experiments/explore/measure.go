package explore

import (
	"context"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/grid"
)

// Measure answers a stroke of the brush. J and B of an annealing are those of exact.Measure, to the last bit. A
// program has those of its account.
func Measure(ctx context.Context, q Question) (Measured, error) {
	c, err := q.Chain()
	if err != nil {
		return Measured{}, err
	}
	ctx, stop := inTime(ctx)
	defer stop()
	a, choice, err := c.At(ctx, c.T)
	if err != nil {
		return Measured{}, err
	}
	m, err := measure(ctx, c, a)
	m.Notes = append(m.Notes, notesOn(choice)...)
	return m, err
}

// measure is Measure of an annealing that At made.
func measure(ctx context.Context, c experiments.Chain, a chains.Annealing) (Measured, error) {
	if isProgram(c) {
		row, err := c.Account(ctx, a, c.Program, nil)
		if err != nil {
			return Measured{}, err
		}
		return measuredProgram(row), nil
	}
	g, err := exact.Measure(ctx, a)
	if err != nil {
		return Measured{}, err
	}
	return measured(c.Measured(a, exact.Result{Gap: g})), nil
}

// isProgram reports whether the chain is run by another program than annealed importance sampling, whose numbers are
// the annealing's own.
func isProgram(c experiments.Chain) bool { return c.Program != "" && c.Program != "ais" }

// measured makes the answer of an annealing. A J that is rounding alone is 0.
func measured(e experiments.Exact) Measured {
	above := func(v float64) float64 { return exact.AboveRounding(v, e.Chain.States, e.B()) }
	return Measured{Shape: shapeOf(e.Chain.Target.Grid), J: divergences(e.Cell, above), B: divergences(e.Paths, same),
		Slack: Number(e.B() - e.J()), LogR: Number(e.LogR), Q: numbers(e.CellQ),
		P: numbers(chains.Normalized(e.Chain.Target.LogF)), Notes: notes(e.Warnings)}
}

// measuredProgram makes the answer of a program's account.
func measuredProgram(r experiments.Accounted) Measured {
	return Measured{Shape: shapeOf(r.Chain.Target.Grid), J: divergences(r.Cell, same), B: divergences(r.Paths, same),
		Slack: Number(r.B() - r.J()), LogR: Number(r.LogR), Q: numbers(r.CellQ),
		P: numbers(chains.Normalized(r.Chain.Target.LogF)), Notes: notes(r.Warnings)}
}

func same(v float64) float64 { return v }

func divergences(d exact.Divergence, of func(float64) float64) Divergences {
	return Divergences{QP: Number(of(d.Forward)), PQ: Number(of(d.Reverse)), Sum: Number(of(d.Jeffreys()))}
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

// notes returns warnings as a list that JSON does not write as null.
func notes(warnings []string) []string { return append([]string{}, warnings...) }

// notesOn says if the descent to a best schedule did not end.
func notesOn(c *tuning.Choice) []string {
	if c == nil || c.Converged {
		return nil
	}
	return []string{"the descent to the best schedule stopped before its end, so that there may be a better one"}
}
