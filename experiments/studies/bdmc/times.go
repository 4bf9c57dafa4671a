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
	Case      string `column:"model"`
	Estimator string `column:"estimator"`
	Budget    int    `column:"budget"`
	Taken     time.Duration
}

// Times takes the time of every estimator at its budgets, one after another on one core. A time is
// the least of three runs. now is a clock. The times are those of this implementation: it computes
// the densities of all cells at a level, where one for larger models would compute a few.
func Times(ctx context.Context, cases []Case, now func() time.Time) (all []Time, err error) {
	take := func(c Case, estimator string, budget int, run func(d chains.Dice)) {
		least := time.Duration(math.MaxInt64)
		for range 3 {
			d, start := sample.Seeded(runSeed), now()
			run(d)
			least = min(least, now().Sub(start))
		}
		all = append(all, Time{c.Name, estimator, budget, least})
	}
	for _, c := range cases {
		for _, f := range families() {
			for _, budget := range f.budgets {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				for _, way := range []struct {
					name    string
					reverse bool
				}{{f.forward, false}, {f.reverse, true}} {
					if way.name == "" {
						continue
					}
					take(c, way.name, budget, func(d chains.Dice) {
						e, p := f.aim(c, budget)
						if way.reverse {
							e = backward{e.(programs.Program), targetOf(p)}
						}
						e.Forward(d)
					})
				}
			}
		}
		for _, restarts := range restartBudgets {
			take(c, "VB", restarts, func(chains.Dice) { programs.NewVB(c.problem(2), restarts, runSeed).Law() })
		}
		for _, steps := range nestedBudgets[1:] { // the first has exact draws
			take(c, "NS", steps, func(d chains.Dice) {
				programs.NewNS(c.problem(2), particles, steps, programs.MeanShrinkage).Forward(d)
			})
		}
		take(c, "BIC", 1, func(chains.Dice) {
			if _, err := criterion(c); err != nil {
				panic("bdmc: " + err.Error()) // unreachable: a case has observations
			}
		})
	}
	return all, nil
}
