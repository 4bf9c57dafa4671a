// Package columns is the one table of what a run is measured by: every column of
// `breadboard exact` and of a sweep's rows has its name, its unit, its type and its
// meaning here, and every number also the expression that takes it from a run.
//
// The journal of a sweep, the tables in CSV, JSON and Parquet, and the page
// reports/columns.md all read this table. A new number is one line in numbers.go and
// its name in one of the orders below.
//
// It is a room of its own because two sides use it that may not enter each other:
// experiments fill in the numbers of a row and keep them in the journal, and reports
// print them. It knows what exact and sample return, and nothing of flags, files or
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

	// When says which runs have a value, if it is not all of them. In other runs the
	// cell is empty, and no warning says why.
	When string
	// The number is good to Digits significant digits: it is rounded to them wherever
	// it is kept or printed. 0 means all that a float64 has.
	Digits int

	of func(Run) float64 // the value of a number
}

// The columns of exact's table and of a sweep's, in order. The order and the names do
// not change: programs and old files rely on them.
const (
	names = "target grid seed initial kernel bridge schedule skip_last_kernel T"

	exactNames = "target grid rows cols seed initial kernel bridge schedule skip_last_kernel T " +
		"J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r " +
		"e_log_w_fwd e_log_w_rev b_pairwise mean_w mean_inv_w ess near_b near_b_floor " +
		"log_w_fwd_var log_w_fwd_skew log_w_rev_var log_w_rev_skew " + choice + " q defect"
	extendedNames = "j_cell q_cell" // of a kernel whose state is more than the target's cell

	choice = "schedule_start schedule_converged schedule_gradient schedule_evaluations"

	storedNames = "J B j_cell kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r " +
		"e_log_w_fwd e_log_w_rev log_w_fwd_var log_w_fwd_skew log_w_rev_var log_w_rev_skew " +
		"ess near_b near_b_floor b_pairwise mean_w mean_inv_w defect " +
		"b_mc b_mc_stderr e_log_w_fwd_mc e_log_w_fwd_mc_stderr e_log_w_rev_mc e_log_w_rev_mc_stderr"

	sources = "chains mc_seed full warnings target_sha256 initial_sha256 schedule_sha256 version commit go spec key"
)

// Exact returns the columns of `breadboard exact`. A kernel that runs on an extended
// state has two more, and the shares of single steps are one more.
func Exact(extended, steps bool) []Column {
	all := exactNames
	if extended {
		all += " " + extendedNames
	}
	all += " warnings"
	if steps {
		all += " steps"
	}
	return named(all)
}

// Sweep returns the columns of a sweep's rows. They are the same for every sweep.
func Sweep() []Column {
	stored := strings.Replace(storedNames, "J B ", "J B b_minus_j ", 1)
	return named(strings.Join([]string{names, stored, choice, sources}, " "))
}

// All returns every column, in the order of the page that explains them.
func All() []Column {
	return slices.Concat(nameColumns, numberColumns, choiceColumns, lawColumns, sourceColumns)
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

// places returns where each column stands.
func places(columns []Column) map[string]int {
	at := map[string]int{}
	for i, c := range columns {
		at[c.Name] = i
	}
	return at
}
