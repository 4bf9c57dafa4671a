package weights

import (
	"context"
	"errors"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid"
)

// Cells is the account of a program at one T, in which every cell is on its own.
type Cells struct {
	Target, Program string
	Seed            *uint64 // of the target; nil if nothing in it is random
	T               int
	Account         accounts.Account
	Grid            grid.Grid
	Unknown         string // why there is no account by cell; "" if there is one
}

// ByCell returns the accounts by cell of every program at every T, in the order of ts and specs.
func ByCell(ctx context.Context, c experiments.Chain, ts []int, specs []string,
	tell experiments.Progress) ([]Cells, error) {
	return experiments.AtEach(ctx, c, 1, ts, len(specs), tell, func(ctx context.Context, at experiments.Aimed,
		_ experiments.Progress) (Cells, error) {
		row := Cells{Target: c.TargetName(), Seed: c.Seed, Program: specs[at.Kth],
			T: at.T(), Grid: c.Target.Grid}
		e, p, _, err := Aim(c, at.Annealing, row.Program)
		if err != nil {
			return row, err
		}
		if _, reverses := e.(programs.Program); !reverses {
			row.Unknown = NoReverse
			return row, nil
		}
		a, err := accounts.Of(ctx, e, p)
		if errors.Is(err, accounts.ErrTooLarge) {
			row.Unknown = err.Error()
			return row, nil
		}
		row.Account = a
		return row, err
	})
}
