package bdmc

import (
	"context"
	"math"
	"time"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// A Time says how long one run of an estimator took, with all that is computed before it.
type Time struct {
	Case, Estimator string
	Budget          int
	Taken           time.Duration
}

// Times takes the time of every estimator at its budgets, one after another on one core. A time is
// the least of three runs. now is a clock. The times are those of this implementation: it computes
// the densities of all cells at a level, where one for larger models would compute a few.
func Times(ctx context.Context, cases []Case, now func() time.Time) ([]Time, error) {
	w := watch{now: now}
	for _, c := range cases {
		for _, f := range families() {
			for _, budget := range f.budgets {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				w.family(c, f, budget)
			}
		}
		for _, restarts := range restartBudgets {
			w.time(c, "VB", restarts, func(chains.Dice) { programs.NewVB(c.problem(2), restarts, runSeed).Law() })
		}
		for _, steps := range nestedBudgets {
			if steps > 0 {
				w.time(c, "NS", steps, func(d chains.Dice) {
					programs.NewNS(c.problem(2), particles, steps, programs.MeanShrinkage).Forward(d)
				})
			}
		}
		w.time(c, "BIC", 1, func(chains.Dice) {
			if _, err := criterion(c); err != nil {
				panic("bdmc: " + err.Error()) // unreachable: a case has observations
			}
		})
	}
	return w.all, nil
}

// A watch takes times.
type watch struct {
	now func() time.Time
	all []Time
}

// family times both directions of a family.
func (w *watch) family(c Case, f family, budget int) {
	if f.forward != "" {
		w.time(c, f.forward, budget, func(d chains.Dice) {
			e, _ := f.aim(c, budget)
			e.Forward(d)
		})
	}
	if f.reverse != "" {
		w.time(c, f.reverse, budget, func(d chains.Dice) {
			e, p := f.aim(c, budget)
			backward{e.(programs.Program), targetOf(p)}.Forward(d)
		})
	}
}

// time times one estimator.
func (w *watch) time(c Case, estimator string, budget int, run func(d chains.Dice)) {
	least := time.Duration(math.MaxInt64)
	for range 3 {
		d, start := sample.Seeded(runSeed), w.now()
		run(d)
		least = min(least, w.now().Sub(start))
	}
	w.all = append(w.all, Time{c.Name, estimator, budget, least})
}
