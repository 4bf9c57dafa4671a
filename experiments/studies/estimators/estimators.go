// Package estimators asks whether the optimal estimator of log R gains over plain importance when the path is fine:
// what Chehab, Hyvärinen and Risteski (2023) deny. reports/estimators has what was found.
package estimators

import (
	"context"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
)

// A Row has two variances for as many states, times the number of runs. Of annealed chains with Metropolis these are
// those of importance, n chains forward, and of Bennett's estimator, n/2 each way. Of independent draws each step has
// n of its own: all from its first level, or half from either.
type Row struct {
	Toy      string  `column:"toy"`
	Seed     int     `column:"seed"`
	Bridge   string  `column:"bridge"`
	Draws    string  `column:"draws"`
	T        int     `column:"T"`
	Plain    float64 `column:"plain"`
	Optimal  float64 `column:"optimal"`
	Quotient float64 `column:"quotient"` // of optimal over plain
}

const annealed, independent = "annealed", "independent"

var levels = []int{2, 3, 5, 10, 30, 100, 300, 1000}

// A random toy has so many draws. A quick study has one of them, and so many of the levels.
const targets, quickLevels = 10, 5

// planned are the rows without their numbers.
func planned(setting run.Setting) (rows []Row) {
	n, ts := targets, levels
	if setting.Quick {
		n, ts = 1, levels[:quickLevels]
	}
	for _, toy := range []string{"easy", "hard", "barrier"} {
		seeds := n
		if toy == "barrier" { // it is not random
			seeds = 1
		}
		for seed := 1; seed <= seeds; seed++ {
			for _, bridge := range []string{"geometric", "mixture"} {
				for _, draws := range []string{annealed, independent} {
					for _, T := range ts {
						rows = append(rows, Row{Toy: toy, Seed: seed + targets*int(setting.Seed), Bridge: bridge,
							Draws: draws, T: T})
					}
				}
			}
		}
	}
	return rows
}

// Measure makes all rows.
func Measure(ctx context.Context, setting run.Setting) ([]Row, error) {
	rows := planned(setting)
	costs := make([]int, len(rows))
	for i, r := range rows {
		costs[i] = r.T
	}
	return run.Each(ctx, setting.Shelf, "rows", costs, setting.Tell, func(ctx context.Context, i int) (Row, error) {
		return rows[i].answer(ctx)
	})
}

func (r Row) answer(ctx context.Context) (Row, error) {
	s := experiments.Setting{Toy: r.Toy, Bridge: r.Bridge}
	seed := uint64(r.Seed)
	if r.Toy != "barrier" {
		s.Seed = &seed
	}
	chain, err := s.Chain()
	if err != nil {
		return r, err
	}
	a, _, err := chain.At(ctx, r.T)
	if err != nil {
		return r, err
	}
	a, _ = a.Lowered()
	if r.Draws == annealed {
		err = r.alongChains(ctx, a)
	} else {
		r.fromEachLevel(a)
	}
	r.Quotient = r.Optimal / r.Plain
	return r, err
}

// alongChains takes the variance of a weight, which the effective sample size tells, and that of Bennett's estimator.
func (r *Row) alongChains(ctx context.Context, a chains.Annealing) error {
	result, err := exact.Options{Unchecked: true}.Run(ctx, a)
	if err != nil {
		return err
	}
	variance, _, err := accounts.Bennett(ctx, a)
	r.Plain = 1/result.ESS - 1
	r.Optimal = 2 * variance
	return err
}

// fromEachLevel sums over steps what independent draws of two neighbouring levels p and p' give: the sum over cells of
// (p' - p)²/p for plain importance, and 4 h/(1 - h) for the optimal, where h is the sum of (p' - p)²/(p' + p)/2.
func (r *Row) fromEachLevel(a chains.Annealing) {
	l := a.NewLevel()
	var p []float64
	for t := 1; t <= r.T; t++ {
		a.LevelAt(l, t)
		before := p
		p = chains.Normalized(l.LogF())
		apart := 0.
		for x := range before {
			square := (p[x] - before[x]) * (p[x] - before[x])
			r.Plain += square / before[x]
			apart += square / (p[x] + before[x]) / 2
		}
		r.Optimal += 4 * apart / (1 - apart)
	}
}
