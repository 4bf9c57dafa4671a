package bdmc

import (
	"context"
	"time"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// A Time is what one run of an estimator took, with all that it needs first.
type Time struct {
	Case, Estimator string
	Budget          int
	Taken           time.Duration
}

// Times takes the time of one run of every estimator at its budgets, one after another on one
// core. now is a clock. These are times of this program, which computes densities of all cells
// where another would compute a few.
func Times(ctx context.Context, cases []Case, now func() time.Time) (all []Time, err error) {
	for _, c := range cases {
		add := func(estimator string, budget int, run func(d chains.Dice)) {
			if ctx.Err() != nil {
				return
			}
			d, start := sample.Seeded(runSeed), now()
			run(d)
			all = append(all, Time{c.Name, estimator, budget, now().Sub(start)})
		}
		for _, f := range families() {
			for _, budget := range f.budgets {
				if f.forward != "" {
					add(f.forward, budget, func(d chains.Dice) { e, _ := f.aim(c, budget); e.Forward(d) })
				}
				if f.reverse != "" {
					add(f.reverse, budget, func(d chains.Dice) {
						e, p := f.aim(c, budget)
						backward{e.(programs.Program), targetOf(p)}.Forward(d)
					})
				}
			}
		}
		for _, restarts := range restartBudgets {
			add("VB", restarts, func(chains.Dice) { programs.NewVB(c.problem(2), restarts, runSeed) })
		}
		for _, steps := range nestedBudgets {
			if steps > 0 {
				add("NS", steps, func(d chains.Dice) {
					programs.NewNS(c.problem(2), particles, steps, programs.MeanShrinkage).Forward(d)
				})
			}
		}
	}
	return all, context.Cause(ctx)
}
