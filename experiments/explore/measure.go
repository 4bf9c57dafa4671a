package explore

import (
	"cmp"
	"context"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid"
)

// A run has the annealing of a question that is within the limits.
type run struct {
	annealer  experiments.Annealer
	annealing chains.Annealing
	choice    *chains.SearchResult // how the schedule was chosen; nil for a curve
}

// run makes the run of a question, which may have to search its schedule.
func (q Question) run(ctx context.Context) (r run, err error) {
	if r.annealer, err = q.Annealer(); err == nil {
		r.annealer.Watch, _ = ctx.Value(watched{}).(func(float64))
		r.annealing, r.choice, err = r.annealer.At(ctx, r.annealer.T)
	}
	return r, err
}

// watched is the key of the function that sees how far an answer is.
type watched struct{}

// Watched returns a context whose questions tell which share of the work is done: of a search for a schedule, and then
// of the levels of Exactly.
func Watched(ctx context.Context, tell func(share float64)) context.Context {
	return context.WithValue(ctx, watched{}, tell)
}

// program reports whether the run is of a program other than the annealing itself.
func (r run) program() bool { return !experiments.IsAnnealing(r.annealer.Program) }

// Measure answers a stroke of the brush: with J and B by exact.Measure, to the last bit, or by the account of a
// program.
func Measure(ctx context.Context, q Question) (Measured, error) {
	r, err := q.run(ctx)
	if err != nil {
		return Measured{}, err
	}
	return r.measure(ctx)
}

func (r run) measure(ctx context.Context) (Measured, error) {
	if r.program() {
		m, err := r.annealer.MeasureOn(ctx, r.annealing, r.annealer.Program, experiments.Ask{}, nil)
		if err != nil {
			return Measured{}, err
		}
		return r.measured(m.Run), nil
	}
	m, err := exact.Measure(ctx, r.annealing)
	if err != nil {
		return Measured{}, err
	}
	return r.measured(r.annealer.RunOf(r.annealing, exact.Only(m))), nil
}

// measured returns the numbers of a row, which the commands print too. The warnings of a program say which numbers it
// does not have.
func (r run) measured(e columns.Run) Measured {
	t := r.annealer.Target
	m := Measured{Shape: shapeOf(t.Grid), J: divergences(e.Final), B: divergences(e.Paths),
		BMinusJ: Number(e.BMinusJ()), Q: numbers(e.Q), P: numbers(chains.Normalized(t.LogF)),
		Notes: append([]string{}, e.Warnings...)} // JSON writes nil as null
	if !r.program() && r.choice != nil && !r.choice.Converged {
		m.Notes = append(m.Notes, "the descent to "+r.annealer.Schedule+" did not converge")
	}
	if s := r.annealer.Schedule; !r.program() && experiments.IsSearched(s) && e.T > tuning.FineLevels {
		m.Notes = append(m.Notes, s+" of so long an annealing may have another third digit of B on another machine")
	}
	return m
}

func divergences(d exact.Divergence) Divergences {
	return Divergences{QP: Number(d.Forward), PQ: Number(d.Reverse), Sum: Number(d.Jeffreys())}
}

// shapeOf returns the layout of a grid.
func shapeOf(g grid.Grid) Shape {
	s := Shape{Axes: g.Lens(), Walls: make([]bool, g.Size())}
	s.Rows, s.Columns = g.Folded()
	for x := range s.Walls {
		s.Walls[x] = g.Wall(x)
	}
	return s
}

// Exactly answers with the numbers of Measure, and by level with those of the annealing that stops there, as
// breadboard exact --by-step.
func Exactly(ctx context.Context, q Question) (Exact, error) {
	r, err := q.run(ctx)
	if err != nil {
		return Exact{}, err
	}
	if r.program() {
		m, err := r.measure(ctx)
		return Exact{Measured: m, Betas: numbers(r.annealing.Schedule.Betas())}, err
	}
	o := exact.Options{ByLevel: true}
	if tell := r.annealer.Watch; tell != nil {
		o.Progress = func(done, total int) { tell(float64(done) / float64(total)) }
	}
	res, err := o.Run(ctx, r.annealing)
	if err != nil {
		return Exact{}, err
	}
	e := Exact{Measured: r.measured(r.annealer.RunOf(r.annealing, res)), Betas: numbers(r.annealing.Schedule.Betas()),
		JT: []Number{0}, BT: []Number{0}}
	for _, step := range res.Steps {
		e.JT = append(e.JT, Number(step.J))
		e.BT = append(e.BT, Number(step.B))
	}
	return e, nil
}

// LevelDistributions returns the distributions at frames levels, evenly from the first to the last; at 61 if frames is
// 0. There are fewer if T is less, or on many cells: 24 on 4096. A program has no levels.
func LevelDistributions(ctx context.Context, q Question, frames int) (l Levels, err error) {
	const usual = 61
	const most = 100_000 // cells times frames, which a page has to read
	r, err := q.run(ctx)
	if err != nil {
		return l, err
	}
	levels, err := r.evenly(min(cmp.Or(frames, usual), most/r.annealer.Target.Grid.Size()))
	if err != nil {
		return l, err
	}
	all, err := exact.Frames(ctx, r.annealing, levels)
	if err != nil {
		return l, err
	}
	l.Shape = shapeOf(r.annealer.Target.Grid)
	for _, f := range all {
		l.Frames = append(l.Frames, Frame{T: f.T, Beta: Number(f.Beta), P: numbers(f.P), Forward: numbers(f.Forward)})
	}
	return l, nil
}

// evenly returns up to frames levels from 1 to T at equal distances, up to rounding. A program has none.
func (r run) evenly(frames int) (levels []int, err error) {
	if r.program() {
		return nil, experiments.Faultf("%v %s has no levels; use ais", experiments.FieldProgram, r.annealer.Program)
	}
	T := r.annealing.T()
	frames = max(2, min(frames, T))
	for i := range frames {
		levels = append(levels, 1+(2*i*(T-1)+frames-1)/(2*(frames-1)))
	}
	return levels, nil
}
