package weights

import (
	"context"
	"errors"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/estimators"
	"breadboard/experiments"
	"breadboard/grid"
)

// A Row is what is known of the law of log w of a program at one T, beyond the means in
// its account. It has tails, averages, or what bounds of log R certify.
type Row struct {
	Target, Program string
	Seed            *uint64 // of the target; nil if nothing in it is random
	T               int
	LogR            float64
	B               []float64                // how far the tails are from log R, in nats
	Above           Perhaps[[]accounts.Tail] // P_fwd(log w > log R + b) for each b
	Below           Perhaps[[]accounts.Tail] // P_rev(log w < log R - b)
	Runs            int                      // of an average
	// Of so many runs, relative to log R: the log of the mean of w over forward runs, the log of its
	// harmonic mean over reverse runs, and the largest log w of forward runs.
	Arithmetic, Harmonic, Largest Perhaps[accounts.Combined]
	Estimates                     Perhaps[[]estimators.Estimate] // of log R, from so many runs
	OneSided                      []OneSided
	Warnings                      []string       // of the account on which these stand
	Cells                         Perhaps[Cells] // the account, in which every cell is on its own
	J                             float64        // of the cell, beside Starts
	Starts                        Perhaps[[]Started]
	Rival                         string  // the other model, beside Choices
	RivalLogR                     float64 // its log R
	Choices                       []Perhaps[Choice]
}

// Cells are an account on a grid.
type Cells struct {
	accounts.Account
	grid.Grid
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

// A Law is what a table tells of log w: it fills the row of a program that is aimed at a problem of the chain.
type Law func(ctx context.Context, c experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error

// Tails are those of log w, b nats beyond log R.
func Tails(b []float64) Law {
	return func(ctx context.Context, _ experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error {
		row.B = b
		if err := row.Above.set(accounts.Above(ctx, e, p, lawWidth, b...)); err != nil {
			return err
		}
		return row.Below.set(accounts.Below(ctx, e, p, lawWidth, b...))
	}
}

// Averages are the means and errors of averages of so many runs.
func Averages(runs int) Law {
	return func(ctx context.Context, _ experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error {
		row.Runs = runs
		if err := row.Arithmetic.set(accounts.Arithmetic(ctx, e, p, runs)); err != nil {
			return err
		}
		if err := row.Harmonic.set(accounts.Harmonic(ctx, e, p, runs)); err != nil {
			return err
		}
		return row.Largest.set(accounts.Largest(ctx, e, p, runs, largestOff))
	}
}

// Estimators are those of log R from so many chains of annealing.
func Estimators(runs int) Law {
	return func(ctx context.Context, _ experiments.Chain, e programs.Estimator, _ programs.Problem, row *Row) error {
		ais, ok := e.(programs.AIS)
		row.Runs = runs
		if !ok {
			row.Estimates.Unknown = "only annealing has levels"
			return nil
		}
		return row.Estimates.set(estimators.Of(ctx, ais.Annealing, runs))
	}
}

// ByCell is the Law of the accounts by cell, from which the bounds of each cell's probability are read too.
func ByCell(ctx context.Context, c experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error {
	if _, reverses := e.(programs.Program); !reverses {
		row.Cells.Unknown = NoReverse
		return nil
	}
	a, err := accounts.Of(ctx, e, p)
	if err == nil && c.Extended() {
		a = a.Marginal(c.Target.Grid.Size())
	}
	return row.Cells.set(Cells{a, c.Target.Grid}, err)
}

// Laws returns what the law tells of every program at every T, in the order of ts and specs.
func Laws(ctx context.Context, c experiments.Chain, ts []int, specs []string, law Law,
	tell experiments.Progress) ([]Row, error) {
	return experiments.AtEach(ctx, c, 1, ts, len(specs), tell, func(ctx context.Context, at experiments.Aimed,
		_ experiments.Progress) (Row, error) {
		e, p, rise, err := Aim(c, at.Annealing, specs[at.Kth])
		if err != nil {
			return Row{}, err
		}
		row := Row{Target: c.TargetName(), Seed: c.Seed, Program: specs[at.Kth], T: at.Schedule.Levels(),
			LogR: LogRatio(p) + rise}
		return row, law(ctx, c, e, p, &row)
	})
}
