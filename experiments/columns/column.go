// Package columns is the one table of the columns of results: every column of `breadboard
// exact` and of a sweep's rows has its name, unit, type and meaning in columns.txt, and every
// number also a function in numbers.go that reads it from a run.
//
// The journal of a sweep, the tables in CSV and JSON, and the page
// reports/columns.md all read this table. A new number is one line in columns.txt and one in
// numbers.go: those of the section of numbers are in the tables of exact and of sweeps.
//
// It is a package of its own because experiments and reports both use it, and experiments
// may not import reports. Experiments fill in the numbers of a row and keep them in the
// journal, and reports print them. It imports exact, and no dice, flags, files or
// formats.
package columns

import (
	_ "embed"
	"encoding/json"
	"iter"
	"math"
	"slices"
	"strings"
)

// A Column is one column of a table.
type Column struct {
	Name    string
	Kind    string // of its cells: text, integer, natural (uint64), number, boolean, texts, numbers, or objects of JSON
	Unit    string // what a number counts; 1 is a share, a quotient or a probability
	Meaning string
	Says    string // the meaning, and which runs have a value

	// When says which runs have a value, if not all do. In other runs the cell is empty,
	// and no warning says why.
	When string

	// Optional reports whether a sweep may have no value for the column in any row. Then it leaves
	// the column out. The columns left out depend on the rows alone: merged shards agree with a sweep
	// in one piece.
	Optional bool
}

//go:embed columns.txt
var text string

// section has the columns of each section of columns.txt.
var section = read()

// read reads columns.txt.
func read() map[string][]Column {
	sections, name := map[string][]Column{}, ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\n  ", " ")) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			name = strings.Trim(line, "[]")
		default:
			c := Column{} // of a line such as T integer: number of distributions annealed through
			head, says, _ := strings.Cut(line, ": ")
			c.Says = says + "."
			says, _, c.Optional = strings.Cut(says, ". In a sweep only ")
			c.Meaning, c.When, _ = strings.Cut(says, ". Only if ")
			c.Optional = c.Optional || c.When != ""
			words := append(strings.Fields(head), "")
			c.Name = words[0]
			c.Kind = words[1]
			c.Unit = words[2]
			sections[name] = append(sections[name], c)
		}
	}
	return sections
}

// exactNumbers are the numbers in exact's table, in order. The order and the names of all columns must not change:
// programs and old files rely on them.
const exactNumbers = "J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r e_log_w_fwd e_log_w_rev b_pairwise " +
	"mean_w mean_inv_w ess near_b near_b_floor log_w_fwd_var log_w_fwd_skew log_w_rev_var log_w_rev_skew"

// Exact returns the columns of `breadboard exact`. The shares of single steps add one.
func Exact(steps bool) []Column {
	last := "q defect warnings"
	if steps {
		last += " steps"
	}
	last += " p log_f betas axes repeat b_over_j tv"
	return slices.Concat(section["names"], named(exactNumbers), section["choice"], named(last))
}

// Sweep returns the columns that a sweep's rows may have, in order. Optional ones without any
// value are left out of a sweep.
func Sweep() []Column {
	const sources = "chains mc_seed full warnings target_sha256 initial_sha256 schedule_sha256 version commit go " +
		"spec key data_sha256 matrix_sha256 betas axes repeat " +
		"evaluations b_over_j"
	return slices.Concat(onGrid(), section["numbers"], section["estimates"], section["choice"], named(sources))
}

// SweepOfPrograms returns the columns of a sweep over programs: the columns of any sweep, and the
// columns of programs.
func SweepOfPrograms() []Column {
	all := Sweep()
	return slices.Insert(all, slices.IndexFunc(all, isNamed(section["choice"][0].Name)), section["accounts"]...)
}

// The numbers of a program's account, in order, as in exactNumbers.
const accountNumbers = "program how J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r e_log_w_fwd " +
	"e_log_w_rev mean_w mean_inv_w rmse_fwd rmse_rev cost off b_stderr e_log_w_fwd_stderr e_log_w_rev_stderr " +
	"mean_w_stderr mean_inv_w_stderr rmse_fwd_stderr rmse_rev_stderr"

// Accounts returns the columns of `breadboard exact --program`.
func Accounts() []Column {
	return slices.Concat(section["names"], named(accountNumbers), section["choice"],
		named("q warnings axes repeat b_over_j"))
}

// Aide returns the columns of `breadboard aide`. A program from outside adds those of its own test.
func Aide(exec bool) []Column {
	all := slices.Concat(onGrid(), section["aide"], named("warnings"))
	if exec {
		all = append(all, section["exec"]...)
	}
	return append(all, section["walk"]...)
}

// Checks returns the columns of `breadboard sample`, or of sample --program.
func Checks(programs bool) []Column {
	lead := without(onGrid(), "T")
	if programs {
		lead = append(lead, named("program how")...)
	}
	return slices.Concat(lead, named("T chains mc_seed"), section["sample"],
		named("warnings axes repeat"))
}

// A Table is a table that a command prints for programs, in CSV and JSON.
type Table struct {
	Command string // as it is typed, without the names of an annealing
	Columns []Column
}

// Tables returns every table, in the order of the page that explains them. All end with the version of their keys,
// which the writer adds.
func Tables() []Table {
	all := tables()
	for i := range all {
		all[i].Columns = append(all[i].Columns, section["keys"]...)
	}
	return all
}

func tables() []Table {
	return []Table{
		{"exact", Exact(true)},
		{"exact --program", Accounts()},
		{"sweep", SweepOfPrograms()},
		{"exact --by-cell", slices.Concat(named("target seed T program"), section["cells"], named("warnings"))},
		{"sample", Checks(true)},
		{"exact --certify", slices.Concat(onGrid(), section["certify"],
			named("warnings axes repeat"))},
		{"aide", Aide(true)},
		{"validate", slices.Clone(section["validate"])},
		{"validate --format json", slices.Clone(section["validate --format json"])},
		{"score", slices.Clone(section["score"])},
		{"sandwich", slices.Clone(section["sandwich"])},
		{"validate --draws", slices.Clone(section["draws"])},
		{"list", slices.Clone(section["list"])},
	}
}

// Of returns the columns of the table of a command, as Tables has it, without the version of their keys. It panics on a
// command without one.
func Of(command string) []Column {
	all := tables()
	return all[slices.IndexFunc(all, func(t Table) bool { return t.Command == command })].Columns
}

// All returns every column of exact and of a sweep, in the order of the page that explains them.
func All() (all []Column) {
	const sections = "names numbers estimates accounts choice lists sources walk quotient variation"
	for _, name := range strings.Fields(sections) {
		all = append(all, section[name]...)
	}
	return all
}

// onGrid are the columns that name a run, without the two that only a grid of two axes has.
func onGrid() []Column { return without(section["names"], "rows", "cols") }

func without(columns []Column, names ...string) []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return slices.Contains(names, c.Name) })
}

func isNamed(name string) func(Column) bool { return func(c Column) bool { return c.Name == name } }

// named looks columns up by their names, separated by blanks. It panics on a name
// that no column has.
func named(names string) []Column {
	var some []Column
	for _, name := range strings.Fields(names) {
		i := slices.IndexFunc(all, isNamed(name))
		if i < 0 {
			panic("columns: no column " + name)
		}
		some = append(some, all[i])
	}
	return some
}

var all = All()

// Names returns the names of columns.
func Names(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Values are the numbers of one row of a sweep, by their names. One that was not asked for or does not exist is left
// out.
type Values map[string]Real

// stored are the numbers that a row of a sweep may have; b_minus_j follows from the others.
var stored = slices.Concat(without(section["numbers"], "b_minus_j"), section["estimates"],
	without(section["accounts"], "program", "how"))

// Measure takes all numbers from a run.
func Measure(r Run) Values {
	values := Values{}
	for _, c := range stored {
		if v, _ := c.Value(r); !math.IsNaN(v) {
			values[c.Name] = Real(v)
		}
	}
	return values
}

// At returns the number with this name, or NaN if it is left out; b_minus_j is computed as the difference. It panics on
// a name that a sweep does not have.
func (v Values) At(name string) float64 {
	if name == "b_minus_j" {
		return above(v.At("B"), v.At("J"))
	}
	if numbers[name] == nil {
		panic("columns: a sweep has no number " + name)
	}
	if x, ok := v[name]; ok {
		return float64(x)
	}
	return math.NaN()
}

// Named yields all numbers with their names, in the order of tables.
func (v Values) Named() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, c := range stored {
			if !yield(c.Name, v.At(c.Name)) {
				return
			}
		}
	}
}

// A Real is a float in JSON, even if JSON has no such number: infinite values are the
// texts "inf" and "-inf", and NaN is null.
type Real float64

// MarshalJSON writes the fewest digits that read back the same.
func (v Real) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(v), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(v), -1):
		return []byte(`"-inf"`), nil
	case math.IsNaN(float64(v)):
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Real) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*v = Real(math.Inf(1))
	case `"-inf"`:
		*v = Real(math.Inf(-1))
	case "null":
		*v = Real(math.NaN())
	default:
		return json.Unmarshal(data, (*float64)(v))
	}
	return nil
}
