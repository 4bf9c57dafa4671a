package bdmc

import (
	"context"
	"math"
	"slices"
	"time"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// A Time is how long a run of an estimator takes, at a budget. It is of these programs on one core, and of nothing
// else: they find the densities of all cells at a level, where a program for large models would find a few. What a run
// prepares, such as tables of all cells, is timed with it.
type Time struct {
	Case      string  `column:"model"`
	Estimator string  `column:"estimator"`
	Budget    int     `column:"budget"`
	Seconds   float64 `column:"seconds"` // the median of all runs
	Runs      int     `column:"runs"`    // on all timed data sets together
}

// A model is timed on its first data sets, with a few runs on each: a run takes about as long on any. The median of 25
// is not moved by the few runs in which the machine did something else.
const timedSets, timedRuns = 5, 5

// A timing is a run that is timed, and the estimators that make such runs. What it starts from is there before the
// clock runs: the exact sample of a reverse run is the cell that the data came from.
type timing struct {
	run     func(d chains.Dice)
	madeFor []estimate
}

// An estimate is an estimator at a budget, which takes so many of the runs that are timed.
type estimate struct {
	estimator    string
	budget, runs int
}

// timings are all that is timed on a case.
func timings(c Case) (all []timing) {
	add := func(estimator string, budget int, run func(d chains.Dice)) {
		all = append(all, timing{run, []estimate{{estimator, budget, 1}}})
	}
	for _, f := range families {
		for _, budget := range f.budgets {
			if f.forward != "" {
				add(f.forward, budget, func(d chains.Dice) {
					e, _ := f.aim(c, budget)
					e.Forward(d)
				})
			}
			if f.reverse != "" {
				add(f.reverse, budget, func(d chains.Dice) {
					e, p := f.aim(c, budget)
					e.(programs.Program).Reverse(p.Sample, d)
				})
			}
		}
	}
	restart := timing{run: func(d chains.Dice) { programs.NewVB(c.problem(2), 1, uint64(c.Seed)).Forward(d) }}
	for _, restarts := range restartBudgets {
		// The correction takes no time.
		restart.madeFor = append(restart.madeFor, estimate{"VB", restarts, restarts},
			estimate{"VB+sym", restarts, restarts})
	}
	all = append(all, restart)
	for _, w := range ways {
		if w.estimates() {
			add("NS", w.steps, func(d chains.Dice) {
				e, _ := w.program(c)
				e.Forward(d)
			})
		}
	}
	add("BIC", 1, func(chains.Dice) { criterion(c) })
	return all
}

// timed are the times on the first data sets of each model. Everything runs on one core, one run after another. now is
// a clock.
func timed(ctx context.Context, models [][]Case, now func() time.Time, tell experiments.Progress) (all []Time,
	err error) {
	for i, sets := range models {
		var seconds [][]float64 // by timing
		for k, c := range sets[:min(timedSets, len(sets))] {
			for j, t := range timings(c) {
				if k == 0 {
					seconds = append(seconds, nil)
				}
				for r := range timedRuns {
					if ctx.Err() != nil {
						return nil, context.Cause(ctx)
					}
					dice := sample.Seeded(c.Runs, uint64(r))
					began := now()
					t.run(dice)
					seconds[j] = append(seconds[j], now().Sub(began).Seconds())
				}
			}
		}
		for j, t := range timings(sets[0]) {
			for _, of := range t.madeFor {
				all = append(all, Time{Case: sets[0].Name, Estimator: of.estimator, Budget: of.budget,
					Seconds: float64(of.runs) * evidence.Median(seconds[j]), Runs: len(seconds[j])})
			}
		}
		if tell != nil {
			tell(i+1, len(models))
		}
	}
	return all, nil
}

// Seconds returns the time of a run of a row; NaN if it was not timed.
func (s Study) Seconds(r Row) float64 {
	i := slices.IndexFunc(s.Times, func(t Time) bool {
		return t.Case == r.Case && t.Estimator == r.Estimator && t.Budget == r.Budget
	})
	if i < 0 {
		return math.NaN()
	}
	return s.Times[i].Seconds
}
