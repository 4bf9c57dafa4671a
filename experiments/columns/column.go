// Package columns describes the columns of results: columns.txt has the name, type, unit and meaning of every column,
// and numbers.go has a function for every number that reads it from a run.
//
// The journal of a sweep and the tables in CSV and JSON read it. A new number of every run is a line at the end of
// [variation] in columns.txt, a line in numbers.go, and its name at the end of the line of exact in Tables, and of
// sweep if a sweep is to have it: all others keep their places.
package columns

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Column describes a column of a table.
type Column struct {
	Name    string
	Kind    string // of its cells: text, integer, natural (uint64), number, boolean, texts, numbers, or objects of JSON
	Unit    string // what a number counts; 1 is a share, a quotient or a probability
	Meaning string
	Says    string // the meaning, and the runs that have a value

	// When says which runs have a value, if not all do. In other runs the cell is empty, without a warning.
	When string

	// Optional reports whether a sweep may lack the column in all of its rows. The column is then left out.
	// This depends only on the rows, so that the tables of all shards have the columns of a sweep in one piece.
	Optional bool

	section string // of columns.txt
}

//go:embed columns.txt
var columnsText string

// bySection has the columns of each section of columns.txt.
var bySection = read()

// read reads columns.txt.
func read() map[string][]Column {
	sections, name := map[string][]Column{}, ""
	for line := range strings.Lines(strings.ReplaceAll(columnsText, "\n  ", " ")) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			name = strings.Trim(line, "[]")
		default:
			c := Column{section: name} // of a line such as T integer: number of distributions annealed through
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

// A Table describes a table that a command prints for software, in CSV and JSON. The order and the names of columns
// must not change: scripts and old files rely on them. After the last column the writer adds the version of the keys.
type Table struct {
	Command string // as it is typed, without the names of an annealing
	Columns []Column
}

// Tables lists all tables, in the order of the page that explains them.
var Tables = []Table{
	{"exact", slices.Concat(bySection["names"], named("J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r "+
		"e_log_w_fwd e_log_w_rev b_pairwise mean_w mean_inv_w ess near_b near_b_floor log_w_fwd_var log_w_fwd_skew "+
		"log_w_rev_var log_w_rev_skew"), bySection["choice"],
		named("q defect warnings steps p log_f betas axes repeat b_over_j tv"))},
	{"exact --program", slices.Concat(bySection["names"], named("program how J B b_minus_j kl_q_p kl_p_q path_kl_fwd "+
		"path_kl_rev log_r e_log_w_fwd e_log_w_rev mean_w mean_inv_w rmse_fwd rmse_rev cost off b_stderr "+
		"e_log_w_fwd_stderr e_log_w_rev_stderr mean_w_stderr mean_inv_w_stderr rmse_fwd_stderr rmse_rev_stderr"),
		bySection["choice"], named("q warnings axes repeat b_over_j ess var_w"),
		without(bySection["exec"], "log_r"), bySection["exec exactly"])},
	{"sweep", slices.Concat(onGrid, bySection["numbers"], bySection["estimates"], bySection["accounts"],
		bySection["choice"], named("chains mc_seed full warnings target_sha256 initial_sha256 schedule_sha256 version "+
			"commit go spec key data_sha256 matrix_sha256 betas axes repeat evaluations b_over_j"))},
	{"exact --by-cell", slices.Concat(named("target seed T program"), bySection["cells"], named("warnings"))},
	{"sample", slices.Concat(without(onGrid, "T"), named("program how T chains mc_seed"), bySection["sample"],
		named("warnings axes repeat"))},
	{"exact --certify", slices.Concat(onGrid, bySection["certify"], named("warnings axes repeat"))},
	{"aide", slices.Concat(onGrid, bySection["aide"], named("warnings"), bySection["exec"], bySection["walk"],
		bySection["aide bias"], bySection["exec exactly"])},
	{"validate", bySection["validate"]},
	{"validate --format json", bySection["validate --format json"]},
	{"score", bySection["score"]},
	{"sandwich", bySection["sandwich"]},
	{"validate --draws", bySection["draws"]},
}

// Of returns the columns of a command's table, without some columns or sections. It panics on a command without a
// table.
func Of(command string, but ...string) []Column {
	i := slices.IndexFunc(Tables, func(t Table) bool { return t.Command == command })
	return without(Tables[i].Columns, but...)
}

// All lists the columns of exact and of a sweep, in the order of the page that explains them.
var All = slices.Concat(bySection["names"], bySection["numbers"], bySection["estimates"], bySection["accounts"],
	bySection["choice"], bySection["lists"], bySection["sources"], bySection["walk"], bySection["quotient"],
	bySection["variation"], bySection["account variance"])

// onGrid lists the columns that name a run, without the two that only a grid of two axes has.
var onGrid = without(bySection["names"], "rows", "cols")

// without returns columns without some, by their names or by the names of their sections.
func without(columns []Column, names ...string) []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool {
		return slices.Contains(names, c.Name) || slices.Contains(names, c.section)
	})
}

// named returns columns by their names, separated by blanks. It panics on a name that no column has.
func named(names string) (some []Column) {
	for name := range strings.FieldsSeq(names) {
		i := slices.IndexFunc(All, func(c Column) bool { return c.Name == name })
		some = append(some, All[i])
	}
	return some
}

// Names returns the names of columns.
func Names(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Values has the numbers of one row of a sweep, by their names. It leaves out a number that was not asked for or does
// not exist.
type Values map[string]Real

// Measure returns all numbers of a sweep from a run.
func Measure(r Run) Values {
	values := Values{}
	for _, c := range slices.Concat(bySection["numbers"], bySection["estimates"], bySection["accounts"]) {
		if v, ok := c.Value(r); ok && !math.IsNaN(v) {
			values[c.Name] = Real(v)
		}
	}
	return values
}

// At returns the number with this name, or NaN if it is left out.
func (v Values) At(name string) float64 {
	if x, ok := v[name]; ok {
		return float64(x)
	}
	return math.NaN()
}

// A Real holds a float in JSON, which has no infinite numbers and no NaN: these are the texts "inf" and "-inf", and
// null.
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
	if string(data) == "null" {
		*v = Real(math.NaN())
		return nil
	}
	number, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*v = Real(number)
	return err
}
