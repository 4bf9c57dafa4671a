package main

import (
	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/table"
)

// exactCmd prints J, B and their parts, for every T.
type exactCmd struct {
	chainFlags
	Seed  *uint64 `aliases:"toy-seed" help:"The seed of a random toy; each has its own default." placeholder:"N"`
	Steps bool    `help:"Also each step's share of B."`
	outputFlags
}

// Run computes everything and prints it.
func (c *exactCmd) Run(w *world) error {
	order, err := c.order(w, experiments.ExactBytes, c.Seed, 10, 100, 1000)
	if err != nil {
		return err
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
