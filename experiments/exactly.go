package experiments

import (
	"context"

	"breadboard/exact"
)

// An Exact is a chain run at one T, exactly.
type Exact struct {
	Chain Chain
	exact.Result
}

// Exactly runs the chain at every T of ts, each one that Levels lets pass: rows
// in the order of ts.
func (c Chain) Exactly(ctx context.Context, ts []int, progress Progress) ([]Exact, error) {
	rows := make([]Exact, len(ts))
	err := each(ctx, len(ts), progress, func(ctx context.Context, i int) (err error) {
		rows[i].Chain = c
		rows[i].Result, err = exact.Run(ctx, c.At(ts[i]))
		return err
	})
	return rows, err
}
