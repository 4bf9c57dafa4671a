package columns

import "slices"

// A Table is a table that a command prints for programs, in CSV and JSON.
type Table struct {
	Command string // as it is typed, without the names of an annealing
	Columns []Column
}

// Tables returns every table, in the order of the page that explains them. A column that only some runs print is in
// the table, and its When says which.
func Tables() []Table {
	return []Table{
		{"exact", Exact(true, true)},
		{"exact --program", Accounts(true)},
		{"exact --tails", Tails()},
		{"exact --runs", Averages()},
		{"sweep", SweepOfPrograms()},
		{"sample", Checks(true)},
		{"certify", Proofs()},
		{"aide", Aide(true)},
		{"validate", Laws()},
		{"validate --format json", Validation()},
		{"score", Scores()},
		{"geweke", Geweke()},
		{"seeds", draws()},
		{"list", catalogue()},
	}
}

// draws are the columns of `breadboard seeds`: a draw of a random toy a row.
func draws() []Column {
	return []Column{
		{Name: "toy", Kind: Text, Meaning: "the random toy"},
		{Name: "seed", Kind: Natural, Meaning: "the seed of the draw"},
		{Name: "J_100", Kind: Number, Unit: nats, Meaning: "J at T = 100"},
		{Name: "J_1000", Kind: Number, Unit: nats, Meaning: "J at T = 1000"},
		{Name: "B_1000", Kind: Number, Unit: nats, Meaning: "B at T = 1000"},
		{Name: "distance", Kind: Number, Unit: pure, Meaning: "the sum of log²(figure/published) over the three figures"},
	}
}

// catalogue are the columns of `breadboard list`: a name a row.
func catalogue() []Column {
	return []Column{
		{Name: "kind", Kind: Text, Meaning: "what is named: toy, kernel, bridge, schedule, initial, program or zoo"},
		{Name: "name", Kind: Text, Meaning: "the name, with its parameters in capitals"},
		{Name: "about", Kind: Text, Meaning: "what it is"},
		{Name: "seed", Kind: Natural, Meaning: "the seed if none is given", When: "the toy is random"},
		{Name: "picture", Kind: Text, Meaning: "the file of the toy's picture", When: "--pictures is given"},
		{Name: "group", Kind: Text, Meaning: "the group of the zoo", When: zooIsListed},
		{Name: "cells", Kind: Integer, Unit: cells, Meaning: "the number of cells", When: zooIsListed},
	}
}

const zooIsListed = "--zoo is given"

// In returns the tables that have a column with this name.
func In(name string) (all []Table) {
	for _, t := range Tables() {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name }) {
			all = append(all, t)
		}
	}
	return all
}
