package explore

import (
	"context"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/portrait"
	"breadboard/grid"
)

// Measure answers a stroke of the brush. J and B of an annealing are those of exact.Measure, to the last bit. A
// program has those of its account.
func Measure(ctx context.Context, q Question) (Measured, error) { return answered(ctx, q, run.measure) }

func (r run) measure(ctx context.Context) (Measured, error) {
	if r.program() {
		row, err := r.account(ctx)
		if err != nil {
			return Measured{}, err
		}
		return answer(row.Chain, row.Run, row.CellQ), nil
	}
	g, err := exact.Measure(ctx, r.annealing)
	if err != nil {
		return Measured{}, err
	}
	return r.measured(exact.Result{Measured: g}), nil
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

// answer makes the numbers of a row, which the commands print too. The warnings of a program say what it does not have.
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

// A run is a question that was found to be within the limits, on its way to an answer.
type run struct {
	chain     experiments.Chain
	annealing chains.Annealing
	choice    *tuning.Choice // how the schedule was chosen; nil for a formula
}

func (q Question) run(ctx context.Context) (r run, err error) {
	if r.chain, err = q.Chain(); err == nil {
		r.annealing, r.choice, err = r.chain.At(ctx, r.chain.T)
	}
	return r, err
}

// on returns the run of the same chain on another schedule, at another T. The two share what does not depend on
// either, such as the friction of the kernel.
func (r run) on(ctx context.Context, spec string, T int) (of run, err error) {
	if of.chain, err = r.chain.WithSchedule(spec); err == nil {
		err = inChosen(spec, r.chain.States)
	}
	if err == nil {
		of.chain.T = T
		of.annealing, of.choice, err = of.chain.At(ctx, T)
	}
	return of, err
}

// answered gives an answer about the run of a question, in the time that one may take.
func answered[A any](ctx context.Context, q Question, of func(r run, ctx context.Context) (A, error)) (a A, err error) {
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.run(ctx)
	if err != nil {
		return a, err
	}
	return of(r, ctx)
}

// program reports whether another program runs than annealed importance sampling, whose numbers are the annealing's
// own.
func (r run) program() bool { return r.chain.Program != "" && r.chain.Program != "ais" }

// account is the account of the program.
func (r run) account(ctx context.Context) (experiments.Accounted, error) {
	return r.chain.Account(ctx, r.annealing, r.chain.Program, nil)
}

// Exactly answers with everything that is exact. Its numbers are those of breadboard exact --format json.
func Exactly(ctx context.Context, q Question) (Exact, error) { return answered(ctx, q, run.exactly) }

func (r run) exactly(ctx context.Context) (Exact, error) {
	if r.program() { // it has no parts by cell or by step
		row, err := r.account(ctx)
		if err != nil {
			return Exact{}, err
		}
		return Exact{Measured: answer(row.Chain, row.Run, row.CellQ), ESS: Number(row.ESS), FwdLogW: Number(row.FwdLogW()),
			RevLogW: Number(row.RevLogW()), Betas: Numbers(r.annealing.Schedule.Betas()),
			Defect: Number(row.Account.Off)}, nil
	}
	res, err := exact.Run(ctx, r.annealing)
	if err != nil {
		return Exact{}, err
	}
	p, err := portrait.Outlined(ctx, r.chain.Measured(r.annealing, res), r.annealing)
	if err != nil {
		return Exact{}, err
	}
	e := Exact{Measured: r.measured(res), ESS: Number(res.ESS), FwdLogW: Number(res.FwdLogW()),
		RevLogW: Number(res.RevLogW()), JParts: Numbers(p.JParts()), BParts: Numbers(p.Parts),
		Betas: Numbers(r.annealing.Schedule.Betas()), Defect: Number(res.Defect)}
	for _, step := range res.Steps {
		e.Steps = append(e.Steps, Number(step.Part.Jeffreys()))
	}
	return e, nil
}
