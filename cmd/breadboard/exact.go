package main

import (
	"context"
	"errors"

	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T, of the annealing or of programs.
type exactCmd struct {
	chainFlags
	programFlags
	Seed  *uint64 `aliases:"toy-seed" help:"The seed of a random toy; each has its own default." placeholder:"N"`
	Steps bool    `help:"Also each step's share of B."`
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	if c.Steps && c.Program != nil {
		return bad(errors.New("--steps and --program are both given; the steps are of annealing alone, so one of the " +
			"two would do"))
	}
	order, err := c.order(w, experiments.ExactBytes, c.Seed, c.programFlags, 10, 100, 1000)
	if err != nil {
		return err
	}
	if order.programs != nil {
		return c.accounts(w, order)
	}
	rows, err := carryOut(w, "exact", order, order.Exactly)
	if err != nil {
		return err
	}
	var tables []table.Table
	if people := !c.format.ForPrograms(); people || !c.Steps {
		tables = append(tables, reports.Exactly(rows, c.format))
		if weights := reports.Weights(rows); people && len(weights.Rows) > 0 {
			tables = append(tables, weights)
		}
	}
	if c.Steps {
		tables = append(tables, reports.Steps(rows, c.format)...)
	}
	return w.print(c.format, tables...)
}

// accounts prints the accounts of programs.
func (c *exactCmd) accounts(w *world, o order) error {
	rows, err := carryOut(w, "exact", o,
		func(ctx context.Context, ts []int, tell experiments.Progress) ([]experiments.Accounted, error) {
			return o.Accounts(ctx, ts, o.programs, tell)
		})
	if err != nil {
		return err
	}
	return w.print(c.format, reports.Accounts(rows, c.format))
}
