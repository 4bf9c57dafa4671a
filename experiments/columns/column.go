// Package columns is the one table of the columns of results: every column of `breadboard
// exact` and of a sweep's rows has its name, unit, type and meaning here, and every
// number also a function that reads it from a run.
//
// The journal of a sweep, the tables in CSV, JSON and Parquet, and the page
// reports/columns.md all read this table. A new number is one line in numbers.go and,
// for the table of exact, its name in exactNumbers.
//
// It is a package of its own because experiments and reports both use it, and experiments
// may not import reports. Experiments fill in the numbers of a row and keep them in the
// journal, and reports print them. It imports exact and sample, and no flags, files or
// formats.
package columns

import (
	"slices"
	"strings"
)

// A Kind is the type of a column's cells.
type Kind string

// The kinds, with the Go types of their cells.
const (
	Text    Kind = "text"    // string
	Integer Kind = "integer" // int
	Natural Kind = "natural" // uint64
	Number  Kind = "number"  // float64
	Boolean Kind = "boolean" // bool
	Texts   Kind = "texts"   // []string
	Numbers Kind = "numbers" // []float64
	Objects Kind = "objects" // a list of JSON objects
)

// A Unit says what a number counts.
type Unit string

// The units.
const (
	nats       Unit = "nats"
	squareNats Unit = "nats²"
	cells      Unit = "cells"
	pure       Unit = "1" // a share, a quotient or a probability
)

// A Column is one column of a table.
type Column struct {
	Name    string
	Kind    Kind
	Unit    Unit
	Meaning string

	// When says which runs have a value, if not all do. In other runs the cell is empty,
	// and no warning says why.
	When string
	// Digits is the number of significant digits to which the number is right, and
	// rounded wherever it is kept or printed. 0 means all digits of a float64.
	Digits int

	of func(Run) float64 // the value of a number
}

// exactNumbers are the numbers in exact's table, in order. The order and the names of all
// columns must not change: programs and old files rely on them.
const exactNumbers = "J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r " +
	"e_log_w_fwd e_log_w_rev b_pairwise mean_w mean_inv_w ess near_b near_b_floor " +
	"log_w_fwd_var log_w_fwd_skew log_w_rev_var log_w_rev_skew"

// Exact returns the columns of `breadboard exact`. A kernel that runs on an extended
// state adds two, and the shares of single steps add one.
func Exact(extended, steps bool) []Column {
	last := "q defect"
	if extended {
		last += " j_state q_state"
	}
	last += " warnings"
	if steps {
		last += " steps"
	}
	last += " density p log_f betas j_off b_off"
	return slices.Concat(nameColumns, named(exactNumbers), choiceColumns, named(last))
}

// Sweep returns the columns that a sweep's rows may have, in order. Optional ones without any
// value are left out of a sweep.
func Sweep() []Column {
	const sources = "chains mc_seed full warnings target_sha256 initial_sha256 schedule_sha256 " +
		"version commit go spec key data_sha256 density matrix_sha256 betas j_off b_off"
	return slices.Concat(without(nameColumns, "rows", "cols"), numberColumns, choiceColumns, named(sources))
}

// All returns every column, in the order of the page that explains them.
func All() []Column {
	return slices.Concat(nameColumns, numberColumns, accountColumns, choiceColumns, lawColumns, sourceColumns, roundingColumns)
}

func without(columns []Column, names ...string) []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return slices.Contains(names, c.Name) })
}

// named looks columns up by their names, separated by blanks. It panics on a name
// that no column has.
func named(names string) []Column {
	var some []Column
	for _, name := range strings.Fields(names) {
		i, ok := index[name]
		if !ok {
			panic("columns: no column " + name)
		}
		some = append(some, all[i])
	}
	return some
}

var (
	all   = All()
	index = places(all)
)

// places returns the index of each column by its name.
func places(columns []Column) map[string]int {
	at := map[string]int{}
	for i, c := range columns {
		at[c.Name] = i
	}
	return at
}

// Names returns the names of columns.
func Names(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}
