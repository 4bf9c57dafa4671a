package experiments

import (
	"context"
	"errors"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// A WeightLaw has numbers of the law of log w of a program at one T, beyond the means in its
// account. A field is nil if it was not asked for, or is not known of this program.
type WeightLaw struct {
	Target, Program string
	T               int
	LogR            float64
	Above           []averages.Tail // P_fwd(log w > log R + b) for each b asked for
	Below           []averages.Tail // P_rev(log w < log R - b)
	// Numbers of K runs, relative to log R: of the log of the mean of w over forward runs, of the
	// log of the harmonic mean of w over reverse runs, and of the largest log w of forward runs.
	Arithmetic, Harmonic, Largest *averages.Combined
}

// The widths in nats to which the law of log w is computed. The first is for tails. The second is
// for the largest of some runs, which needs the tails at all places a width apart.
const lawWidth, largestWidth = 0.01, 0.1

// Tails returns the tails of log w, b nats beyond log R, in the order of ts and specs.
func (c Chain) Tails(ctx context.Context, ts []int, specs []string, b []float64, tell Progress) ([]WeightLaw, error) {
	return c.weightLaws(ctx, ts, specs, tell, func(ctx context.Context, a aimed, row *WeightLaw) (err error) {
		if row.Above, err = averages.Above(ctx, a.Estimator, a.Problem, lawWidth, b...); err == nil {
			row.Below, err = averages.Below(ctx, a.Estimator, a.Problem, lawWidth, b...)
		}
		return ifKnown(err)
	})
}

// Averages returns the means and errors of averages of so many runs, in the order of ts and
// specs.
func (c Chain) Averages(ctx context.Context, ts []int, specs []string, runs int, tell Progress) ([]WeightLaw, error) {
	return c.weightLaws(ctx, ts, specs, tell, func(ctx context.Context, a aimed, row *WeightLaw) error {
		keep := func(to **averages.Combined, made averages.Combined, err error) error {
			if err == nil {
				*to = &made
			}
			return ifKnown(err)
		}
		mean, err := averages.Arithmetic(ctx, a.Estimator, a.Problem, runs)
		if err := keep(&row.Arithmetic, mean, err); err != nil {
			return err
		}
		mean, err = averages.Harmonic(ctx, a.Estimator, a.Problem, runs)
		if err := keep(&row.Harmonic, mean, err); err != nil {
			return err
		}
		mean, err = averages.Largest(ctx, a.Estimator, a.Problem, runs, largestWidth)
		return keep(&row.Largest, mean, err)
	})
}

// An aimed is a program with the problem that it is aimed at.
type aimed struct {
	programs.Estimator
	programs.Problem
}

// ifKnown drops the error that says a law cannot be known exactly.
func ifKnown(err error) error {
	if errors.Is(err, accounts.ErrTooLarge) {
		return nil
	}
	return err
}

// weightLaws makes a row for every program at every T, and lets add fill it.
func (c Chain) weightLaws(ctx context.Context, ts []int, specs []string, progress Progress,
	add func(context.Context, aimed, *WeightLaw) error) ([]WeightLaw, error) {
	rows := make([]WeightLaw, len(ts)*len(specs))
	err := each(ctx, 1, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, _, _, err := c.at(ctx, ts[i], tell)
		for k := 0; err == nil && k < len(specs); k++ {
			err = c.weightLaw(ctx, a, specs[k], &rows[i*len(specs)+k], add)
		}
		return err
	})
	return rows, err
}

func (c Chain) weightLaw(ctx context.Context, a chains.Annealing, spec string, row *WeightLaw,
	add func(context.Context, aimed, *WeightLaw) error) error {
	e, p, rise, err := c.lowered(a, spec)
	if err != nil {
		return err
	}
	*row = WeightLaw{Target: c.Target.Name, Program: spec, T: a.T(), LogR: logRatio(p) + rise}
	return add(ctx, aimed{e, p}, row)
}
