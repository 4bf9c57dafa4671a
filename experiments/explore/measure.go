package explore

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/experiments/weights"
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
		return answer(row.Exact), nil
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
	m := answer(e)
	if r.choice != nil && !r.choice.Converged {
		m.Notes = append(m.Notes, "the descent to "+e.Chain.Schedule+" did not converge")
	}
	return m
}

// answer makes the numbers of a row, which the commands print too. The warnings of a program say what it does not have.
func answer(e experiments.Exact) Measured {
	t := e.Chain.Target
	return Measured{Shape: shapeOf(t.Grid), J: divergences(e.Final), B: divergences(e.Paths), Slack: Number(e.Slack()),
		LogR: Number(e.LogR), Q: numbers(e.Q), P: numbers(chains.Normalized(t.LogF)),
		Notes: append([]string{}, e.Warnings...)}
}

func divergences(d exact.Divergence) Divergences {
	return Divergences{QP: Number(d.Forward), PQ: Number(d.Reverse), Sum: Number(d.Jeffreys())}
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
	recent    *recent // what its chain shares with others
	chain     experiments.Chain
	annealing chains.Annealing
	choice    *chains.Chosen // how the schedule was chosen; nil for a curve
}

// on returns the run of the same chain on another schedule, at another T. The two share what does not depend on
// either, such as the friction of the kernel.
func (r run) on(ctx context.Context, spec string, T int) (of run, err error) {
	of.recent = r.recent
	if of.chain, err = r.chain.WithSchedule(spec); err == nil {
		err = inWork(of.chain.Found, T)
	}
	if err == nil {
		of.chain.T = T
		of.annealing, of.choice, err = of.at(ctx, T)
	}
	return of, err
}

// answered gives an answer about the run of a question, in the time that one may take.
func answered[A any](ctx context.Context, q Question, of func(r run, ctx context.Context) (A, error)) (a A, err error) {
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.chained()
	if err == nil {
		r.annealing, r.choice, err = r.at(ctx, r.chain.T)
	}
	if err != nil {
		return a, err
	}
	return of(r, ctx)
}

// alongLevels is answered, but for a program, which has no laws along levels.
func alongLevels[A any](ctx context.Context, q Question, of func(r run, ctx context.Context) (A, error)) (A, error) {
	return answered(ctx, q, func(r run, ctx context.Context) (a A, err error) {
		if r.program() {
			return a, experiments.Faultf("%v %s has no laws along the levels; ais would do", experiments.FieldProgram,
				r.chain.Program)
		}
		return of(r, ctx)
	})
}

// program reports whether another program runs than annealed importance sampling, whose numbers are the annealing's
// own.
func (r run) program() bool { return !experiments.IsAnnealing(r.chain.Program) }

// account is the account of the program.
func (r run) account(ctx context.Context) (weights.Accounted, error) {
	return weights.Account(ctx, r.chain, r.annealing, r.chain.Program, nil)
}

// Exactly answers with everything that is exact. Its numbers are those of breadboard exact --format json.
func Exactly(ctx context.Context, q Question) (Exact, error) { return answered(ctx, q, run.exactly) }

func (r run) exactly(ctx context.Context) (Exact, error) {
	whole := func(m Measured, of exact.Result, defect float64) Exact {
		return Exact{Measured: m, ESS: Number(of.ESS), FwdLogW: Number(of.FwdLogW()), RevLogW: Number(of.RevLogW()),
			Betas: numbers(r.annealing.Schedule.Betas()), Defect: Number(defect)}
	}
	if r.program() { // it has no parts by cell or by step
		row, err := r.account(ctx)
		if err != nil {
			return Exact{}, err
		}
		return whole(answer(row.Exact), row.Result, row.Account.Off), nil
	}
	res, err := exact.Run(ctx, r.annealing)
	if err != nil {
		return Exact{}, err
	}
	p, err := portrait.Outlined(ctx, r.chain.Measured(r.annealing, res), r.annealing)
	if err != nil {
		return Exact{}, err
	}
	e := whole(r.measured(res), res, res.Defect)
	e.JParts = numbers(p.JParts())
	e.BParts = numbers(p.Parts)
	for _, step := range res.Steps {
		e.Steps = append(e.Steps, Number(step.Part.Jeffreys()))
	}
	return e, nil
}

// Along returns the laws at so many levels, evenly from the first to the last. There are fewer frames if T is less, and
// on many cells: 24 on 4096. The parts of a frame are those of all steps since the frame before it, so that the sum
// over all frames is B.
func Along(ctx context.Context, q Question, frames int) (Levels, error) {
	frames = cmp.Or(frames, usualFrames)
	if err := within(frames, 2, mostFrames, "frames"); err != nil {
		return Levels{}, err
	}
	return alongLevels(ctx, q, func(r run, ctx context.Context) (l Levels, err error) {
		levels := evenly(min(frames, mostDrawn/r.chain.Target.Grid.Size()), r.annealing.T())
		all, err := exact.Along(ctx, r.annealing, levels)
		if err != nil {
			return l, err
		}
		l.Shape = shapeOf(r.chain.Target.Grid)
		for i, f := range all {
			one := Frame{T: f.T, Beta: Number(f.Beta), P: numbers(f.P), Forward: numbers(f.Forward),
				Reverse: numbers(f.Reverse), Off: Number(f.Off)}
			if i > 0 {
				one.BParts = numbers(f.Parts)
				one.Step = Number(floats.Sum(f.Parts))
			}
			l.Frames = append(l.Frames, one)
		}
		return l, nil
	})
}

// WhyOf answers why B is loose or tight, and which way J falls: where on the schedule errors enter, what the last law
// still has of them, and the derivatives of J and B by every beta. A program has no steps to look at.
func WhyOf(ctx context.Context, q Question) (Why, error) {
	return alongLevels(ctx, q, func(r run, ctx context.Context) (w Why, err error) {
		m, err := r.measure(ctx)
		if err != nil {
			return w, err
		}
		w.Scheduled = Scheduled{Name: r.chain.Schedule, Betas: numbers(r.annealing.Schedule.Betas()), J: m.J.Sum,
			B: m.B.Sum}
		spans, err := exact.Spans(ctx, r.annealing, mostSpans)
		for _, s := range spans {
			w.Spans = append(w.Spans, Span{s.From, s.To, Number(s.B), Number(s.Entered), Number(s.Remains())})
		}
		switch {
		case r.chain.Grid.Size()*r.chain.T > MostSlopes:
			w.Note = "the gradient takes too much memory; fewer levels or cells would do"
		case r.chain.FromOutside():
			w.Note = "the kernel is known at the levels alone, so the way in which J falls is not known"
		default:
			r.slopes(&w)
		}
		return w, cmp.Or(err, context.Cause(ctx))
	})
}

// slopes sets the derivatives of J and B by the betas, as far as they mean anything.
func (r run) slopes(w *Why) {
	_, _, dJ, dB := tuning.Gradients(r.annealing)
	w.ByB = numbers(dB)
	if w.J == 0 || math.IsInf(float64(w.J), 1) {
		w.Note = "J is infinite, or 0 up to rounding, so it falls no way"
		return
	}
	w.ByJ = numbers(dJ)
}

// evenly returns so many levels from 1 to T at equal distances, up to rounding, or all T levels.
func evenly(frames, T int) (levels []int) {
	frames = min(frames, T)
	for i := range frames {
		levels = append(levels, 1+(2*i*(T-1)+frames-1)/(2*(frames-1)))
	}
	return levels
}
