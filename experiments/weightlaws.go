package experiments

import (
	"context"
	"errors"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// A WeightLaw is what is known of the law of log w of a program at one T, beyond the means in
// its account. It has tails, or averages.
type WeightLaw struct {
	Target, Program string
	Seed            *uint64 // of the target; nil if nothing in it is random
	T               int
	LogR            float64
	B               []float64                // how far the tails are from log R, in nats
	Above           Perhaps[[]averages.Tail] // P_fwd(log w > log R + b) for each b
	Below           Perhaps[[]averages.Tail] // P_rev(log w < log R - b)
	// Of K runs, relative to log R: the log of the mean of w over forward runs, the log of its
	// harmonic mean over reverse runs, and the largest log w of forward runs.
	Arithmetic, Harmonic, Largest Perhaps[averages.Combined]
}

// Perhaps is a value, or why it is not known.
type Perhaps[V any] struct {
	Value   V
	Unknown string // "" if it is known
}

// set keeps the value. The error of a law that is not known is no failure.
func (p *Perhaps[V]) set(value V, err error) error {
	if errors.Is(err, accounts.ErrTooLarge) {
		p.Unknown = err.Error()
		return nil
	}
	p.Value = value
	return err
}

// lawWidth is the width in nats to which the tails of log w are known. largestOff is how far the
// largest of some runs may be off, if that can be had in a second or two.
const lawWidth, largestOff = 0.01, 0.05

// Tails returns the tails of log w, b nats beyond log R, in the order of ts and specs.
func (c Chain) Tails(ctx context.Context, ts []int, specs []string, b []float64, tell Progress) ([]WeightLaw, error) {
	return c.weightLaws(ctx, ts, specs, tell, func(ctx context.Context, a aimed, row *WeightLaw) error {
		row.B = b
		if err := row.Above.set(averages.Above(ctx, a.Estimator, a.Problem, lawWidth, b...)); err != nil {
			return err
		}
		return row.Below.set(averages.Below(ctx, a.Estimator, a.Problem, lawWidth, b...))
	})
}

// Averages returns the means and errors of averages of so many runs, in the order of ts and
// specs.
func (c Chain) Averages(ctx context.Context, ts []int, specs []string, runs int, tell Progress) ([]WeightLaw, error) {
	return c.weightLaws(ctx, ts, specs, tell, func(ctx context.Context, a aimed, row *WeightLaw) error {
		if err := row.Arithmetic.set(averages.Arithmetic(ctx, a.Estimator, a.Problem, runs)); err != nil {
			return err
		}
		if err := row.Harmonic.set(averages.Harmonic(ctx, a.Estimator, a.Problem, runs)); err != nil {
			return err
		}
		return row.Largest.set(averages.Largest(ctx, a.Estimator, a.Problem, runs, largestOff))
	})
}

// An aimed is a program with the problem that it is aimed at.
type aimed struct {
	programs.Estimator
	programs.Problem
}

// weightLaws makes a row for every program at every T, and lets add fill it.
func (c Chain) weightLaws(ctx context.Context, ts []int, specs []string, progress Progress,
	add func(context.Context, aimed, *WeightLaw) error) ([]WeightLaw, error) {
	rows := make([]WeightLaw, len(ts)*len(specs))
	err := each(ctx, 1, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, _, _, err := c.AtWith(ctx, ts[i], tell)
		for k := 0; err == nil && k < len(specs); k++ {
			err = c.weightLaw(ctx, a, specs[k], &rows[i*len(specs)+k], add)
		}
		return err
	})
	return rows, err
}

func (c Chain) weightLaw(ctx context.Context, a chains.Annealing, spec string, row *WeightLaw,
	add func(context.Context, aimed, *WeightLaw) error) error {
	e, p, rise, err := c.Aim(a, spec)
	if err != nil {
		return err
	}
	*row = WeightLaw{Target: c.TargetName(), Seed: c.Seed, Program: spec, T: a.T(), LogR: LogRatio(p) + rise}
	return add(ctx, aimed{e, p}, row)
}
