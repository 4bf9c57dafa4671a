package reports

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"breadboard/experiments"
)

// A rowField is a column of the table of a sweep: its name, what kind of value
// it holds, and which. nil is a cell without a value.
type rowField struct {
	key  string
	kind kind
	of   func(experiments.Row) any
}

// A kind is a type of columns.
type kind int

// The kinds of columns: in cells a string, an int, a uint64, a float64, a bool,
// and a list of strings.
const (
	textual kind = iota
	whole
	natural
	double
	truth
	textList
)

// rowFields are the columns of the table of a sweep, in order: what was run, what
// came of it, and where it comes from. They are the same for every sweep.
func rowFields(spec string) []rowField {
	fields := []rowField{
		{"target", textual, func(r experiments.Row) any { return r.Cell.TargetName() }},
		{"grid", textual, func(r experiments.Row) any { return named(r.Grid) }},
		{"seed", natural, func(r experiments.Row) any { return seedOrNil(r.Cell.Seed) }},
		{"initial", textual, func(r experiments.Row) any { return r.Cell.Initial }},
		{"kernel", textual, func(r experiments.Row) any { return r.Cell.Kernel }},
		{"bridge", textual, func(r experiments.Row) any { return r.Cell.Bridge }},
		{"schedule", textual, func(r experiments.Row) any { return r.Cell.Schedule }},
		{"skip_last_kernel", truth, func(r experiments.Row) any { return r.Cell.SkipLast }},
		{"T", whole, func(r experiments.Row) any { return r.Cell.T }},
	}
	i := 0
	for name := range (experiments.Row{}).Numbers() {
		fields = append(fields, rowField{name, double, numberAt(i)})
		if i++; name == "B" {
			fields = append(fields, rowField{"b_minus_j", double, func(r experiments.Row) any { return finite(r.B - r.J) }})
		}
	}
	return append(append(fields, chosenFields...), sourceFields(spec)...)
}

// chosenFields say how a schedule chosen by truth was chosen.
var chosenFields = []rowField{
	{"schedule_start", textual, chosen(func(c experiments.Chosen) any { return named(c.Start) })},
	{"schedule_converged", truth, chosen(func(c experiments.Chosen) any { return c.Converged })},
	{"schedule_gradient", double, chosen(func(c experiments.Chosen) any { return finite(c.Gradient) })},
	{"schedule_evaluations", whole, chosen(func(c experiments.Chosen) any { return c.Evaluations })},
}

func chosen(of func(experiments.Chosen) any) func(experiments.Row) any {
	return func(r experiments.Row) any {
		if r.Chosen == nil {
			return nil
		}
		return of(*r.Chosen)
	}
}

// sourceFields say where a row comes from. spec is the hash of what was asked.
func sourceFields(spec string) []rowField {
	return []rowField{
		{"chains", whole, func(r experiments.Row) any { return ifChains(r, r.Cell.Chains) }},
		{"mc_seed", natural, func(r experiments.Row) any { return ifChains(r, r.Cell.MCSeed) }},
		{"full", truth, func(r experiments.Row) any { return r.Cell.Full }},
		{"warnings", textList, func(r experiments.Row) any { return rowWarnings(r) }},
		{"target_sha256", textual, func(r experiments.Row) any { return named(r.Cell.TargetSum) }},
		{"initial_sha256", textual, func(r experiments.Row) any { return named(r.Cell.InitialSum) }},
		{"schedule_sha256", textual, func(r experiments.Row) any { return named(r.Cell.ScheduleSum) }},
		{"version", textual, func(r experiments.Row) any { return r.Build.Version }},
		{"commit", textual, func(r experiments.Row) any { return named(r.Build.Commit) }},
		{"go", textual, func(r experiments.Row) any { return r.Build.Go }},
		{"spec", textual, func(experiments.Row) any { return spec }},
		{"key", textual, func(r experiments.Row) any { return r.Key }},
	}
}

// numberAt is the ith of a row's numbers.
func numberAt(i int) func(experiments.Row) any {
	return func(r experiments.Row) any {
		k := 0
		for _, v := range r.Numbers() {
			if k == i {
				return finite(v)
			}
			k++
		}
		return nil
	}
}

// named is s, nil where it is empty.
func named(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func seedOrNil(seed *uint64) any {
	if seed == nil {
		return nil
	}
	return *seed
}

// ifChains is v in rows with Monte Carlo.
func ifChains(r experiments.Row, v any) any {
	if r.Cell.Chains == 0 {
		return nil
	}
	return v
}

// rowWarnings are the row's, that it has no result, and which numbers are
// infinite: null but in CSV.
func rowWarnings(r experiments.Row) []string {
	all := append([]string{}, r.Warnings...)
	if r.Fault != "" {
		all = append(all, "no result: "+r.Fault)
	}
	var infinite []string
	for name, v := range r.Numbers() {
		if math.IsInf(v, 0) {
			infinite = append(infinite, name+" = "+Full(v))
		}
	}
	if infinite != nil {
		all = append(all, "not finite, and so null where there is no word for it: "+strings.Join(infinite, ", "))
	}
	return all
}

// Rows is the table of a sweep, with every number there is. spec is the hash of
// what was asked.
func Rows(rows []experiments.Row, spec string) Table {
	fields := rowFields(spec)
	t := Table{Columns: make([]Column, len(fields)), Rows: make([][]any, len(rows))}
	for i, f := range fields {
		t.Columns[i] = Column{Key: f.key}
	}
	for k, r := range rows {
		t.Rows[k] = rowCells(fields, r)
	}
	return t
}

func rowCells(fields []rowField, r experiments.Row) []any {
	cells := make([]any, len(fields))
	for i, f := range fields {
		cells[i] = f.of(r)
	}
	return cells
}

// RowsJSONL writes the table of a sweep with one JSON object a line, keys in the
// order of the columns; what is infinite is null, and named in the warnings.
func RowsJSONL(w io.Writer, rows []experiments.Row, spec string) error {
	fields, out := rowFields(spec), bufio.NewWriter(w)
	for _, r := range rows {
		for i, cell := range rowCells(fields, r) {
			value, err := forJSON(cell)
			if err != nil {
				return fmt.Errorf("%s: %w", fields[i].key, err)
			}
			fmt.Fprintf(out, "%s%q:%s", opening(i), fields[i].key, value)
		}
		out.WriteString("}\n")
	}
	return out.Flush()
}

// opening is what stands before the ith value of an object.
func opening(i int) string {
	if i == 0 {
		return "{"
	}
	return ","
}
