package main

import (
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/experiments/paper"
	"breadboard/reports/studies"
	"breadboard/reports/table"
)

// seedsCmd searches the draws of the random toys for those nearest to all published
// figures. The default seeds of the toys are the best among the first 100,000.
type seedsCmd struct {
	Toy   string `help:"A random toy; both if it is left out." placeholder:"NAME"`
	First int    `help:"How many seeds to search, from 0 on (${default})." default:"100000" placeholder:"N"`
	Best  int    `help:"How many of them to print (${default})." default:"5" placeholder:"N"`
	outputFlags
}

// Run searches the seeds and prints the best draws.
func (c *seedsCmd) Run(w *world) error {
	toys, err := c.toys()
	if err != nil {
		return err
	}
	switch {
	case c.First < 1 || c.First > lists.Most:
		return bad(fmt.Errorf("--first is %d; from 1 to %d would do", c.First, lists.Most))
	case c.Best < 1:
		return bad(fmt.Errorf("--best is %d; at least 1 would do", c.Best))
	}
	var tables []table.Table
	for _, toy := range toys {
		tell, finish := w.progress(toy.Title)
		draws, err := paper.Search(w.ctx, toy, c.First, c.Best, tell)
		finish()
		if err != nil {
			return err
		}
		tables = append(tables, studies.DrawsTable(toy, draws))
	}
	if c.format.ForPrograms() { // one table for programs
		for _, t := range tables[1:] {
			tables[0].Rows = append(tables[0].Rows, t.Rows...)
		}
		tables = tables[:1]
	}
	return w.print(c.format, tables...)
}

// toys returns the random toys of the paper, or the one that the flag names.
func (c *seedsCmd) toys() ([]paper.Toy, error) {
	random := slices.DeleteFunc(paper.Toys(), func(t paper.Toy) bool { return !t.Seeded })
	var names []string
	for _, t := range random {
		if t.Name == c.Toy {
			return []paper.Toy{t}, nil
		}
		names = append(names, t.Name)
	}
	if c.Toy != "" {
		return nil, bad(experiments.Unknown(experiments.FieldToy, c.Toy, names))
	}
	return random, nil
}
