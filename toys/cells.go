package toys

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A table has a row for each cell if its columns but the last take each combination of their values once: these are the
// coordinates of the cells, in any order, and the last column is log f. Names above the columns say that a table is of
// this form, for rows of a grid have none.

// An axis has the values of a column of coordinates.
type axis struct {
	kind  grid.Kind
	names []string // of its values, in their order
	of    []int    // by row: which value it has
}

// labels is the name of a column whose values are labels, also if they are numbers.
const labels = "state"

// cellsOf returns the target of a table with a row for each cell, below names of its columns.
func cellsOf(names []string, rows [][]string) (t Target, err error) {
	last := len(names) - 1
	for i, row := range rows {
		if len(row) != len(names) {
			return t, fmt.Errorf("row %d has %s, and row 1 has %d; use rows of one length", i+2,
				text.Count(len(row), "column"), len(names))
		}
	}
	axes := make([]axis, last)
	for a := range axes {
		if axes[a], err = axisOf(names[a], column(rows, a)); err != nil {
			return t, err
		}
	}
	cells, wrong := place(axes, len(rows))
	if wrong != "" {
		return t, fmt.Errorf("row 1 has names (%s), so each row is a cell, with log f in the last column, and %s; use "+
			"one row for each combination of the other columns, with -inf for a wall, or leave the names out above "+
			"rows of a grid", nameList(names), wrong)
	}
	t.LogF = make([]float64, len(rows))
	own := make([]string, len(rows))
	for i, x := range cells {
		if t.LogF[x], err = logDensity.number(rows[i][last]); err != nil {
			return t, fmt.Errorf("row %d, column %s: %w", i+2, text.OneLine(names[last]), err)
		}
		own[x] = nameOf(axes, i)
	}
	if err := enough(t.LogF); err != nil {
		return t, err
	}
	var lens []int
	var kinds []grid.Kind
	for _, a := range axes {
		lens = append(lens, len(a.names))
		kinds = append(kinds, a.kind)
	}
	t.Grid = grid.New(lens...).Of(kinds...).Named(own)
	if names[0] != labels || last > 1 {
		t.Doubts = []string{described(names, axes)}
	}
	return t, nil
}

// looksLikeCells reports whether two columns or more before the last take each combination of their values once, each
// of them with two values at least: rows of a grid hardly do.
func looksLikeCells(rows [][]string) bool {
	var axes []axis
	size := 1
	for j := range len(rows[0]) - 1 {
		if slices.ContainsFunc(rows, func(row []string) bool { return len(row) != len(rows[0]) }) {
			return false
		}
		a, err := axisOf("", column(rows, j))
		size *= len(a.names)
		if err != nil || len(a.names) < 2 || size > len(rows) {
			return false
		}
		axes = append(axes, a)
	}
	_, wrong := place(axes, len(rows))
	return len(axes) > 1 && wrong == ""
}

// column returns a column of a table.
func column(rows [][]string, at int) []string {
	fields := make([]string, len(rows))
	for i, row := range rows {
		fields[i] = row[at]
	}
	return fields
}

// axisOf reads a column of coordinates. Numbers are a line in their order, however they are written, and other words
// are labels in the order in which they come.
func axisOf(name string, fields []string) (axis, error) {
	numbers := make([]float64, len(fields))
	_, err := text.Float(fields[0])
	words := err != nil || name == labels
	for i, field := range fields {
		v, err := text.FloatOrInf(field)
		isNumber := err == nil
		cure := ""
		switch {
		case field == "":
			cure = "a value in each row"
		case isNumber && (math.IsNaN(v) || math.IsInf(v, 0)):
			cure = "a finite number"
		case name != labels && words == isNumber:
			cure = "numbers alone, or words alone"
		}
		if cure != "" {
			return axis{}, fmt.Errorf("row %d, column %s: found %s; use %s", i+2, text.OneLine(name),
				text.Quote(field), cure)
		}
		numbers[i] = v + 0 // -0 is 0
	}
	if words {
		return indexed(grid.Any, fields, unique(fields), slices.Clone), nil
	}
	values := unique(numbers)
	slices.Sort(values)
	return indexed(grid.Line, numbers, values, shortest), nil
}

// unique returns the values without repetitions, in the order in which they come.
func unique[V comparable](all []V) (values []V) {
	known := map[V]bool{}
	for _, v := range all {
		if !known[v] {
			known[v] = true
			values = append(values, v)
		}
	}
	return values
}

// indexed returns the axis of these values, in their order, for the rows that have them.
func indexed[V comparable](kind grid.Kind, rows, values []V, names func([]V) []string) axis {
	at := make(map[V]int, len(values))
	for i, v := range values {
		at[v] = i
	}
	a := axis{kind: kind, names: names(values), of: make([]int, len(rows))}
	for i, v := range rows {
		a.of[i] = at[v]
	}
	return a
}

// shortest writes rising numbers with six digits, or with all if two of them are alike in six. Whole numbers have no
// exponent.
func shortest(values []float64) []string {
	write := func(digits int) (names []string) {
		for _, v := range values {
			if v == math.Trunc(v) && math.Abs(v) < 1e15 {
				names = append(names, strconv.FormatFloat(v, 'f', 0, 64))
			} else {
				names = append(names, strconv.FormatFloat(v, 'g', digits, 64))
			}
		}
		return names
	}
	names := write(6)
	if len(slices.Compact(slices.Clone(names))) < len(names) {
		names = write(-1)
	}
	return names
}

// place returns the cell of each row, the last axis running fastest. If the rows do not have each cell once, wrong says
// which of the first cells has no row, or two. One row alone is no table.
func place(axes []axis, rows int) (cells []int, wrong string) {
	if rows == 1 {
		return nil, "there is only one"
	}
	size := 1
	for _, a := range axes {
		size = min(size*len(a.names), rows+1) // of so many cells one at least has no row
	}
	rowOf := make([]int, size) // from 1
	cells = make([]int, rows)
	for i := range rows {
		x := number(axes, i, size)
		cells[i] = x
		if x >= size {
			continue
		}
		if rowOf[x] > 0 {
			return nil, fmt.Sprintf("%s has two, rows %d and %d", nameOf(axes, i), rowOf[x]+1, i+2)
		}
		rowOf[x] = i + 1
	}
	if x := slices.Index(rowOf, 0); x >= 0 {
		return nil, nameAt(axes, x) + " has no row"
	}
	return cells, ""
}

// number returns the cell of a row, or most if it is not below that.
func number(axes []axis, row, most int) int {
	x, stride := 0, 1
	for _, a := range slices.Backward(axes) {
		if a.of[row] > 0 && stride >= most {
			return most
		}
		x = min(x+a.of[row]*stride, most)
		stride = min(stride*len(a.names), most)
	}
	return x
}

// nameOf returns the name of the cell of a row: its values.
func nameOf(axes []axis, row int) string {
	var values []string
	for _, a := range axes {
		values = append(values, a.names[a.of[row]])
	}
	return inBrackets(values)
}

// nameAt returns the name of a cell.
func nameAt(axes []axis, x int) string {
	values := make([]string, len(axes))
	for i, a := range slices.Backward(axes) {
		values[i] = a.names[x%len(a.names)]
		x /= len(a.names)
	}
	return inBrackets(values)
}

// inBrackets joins the values of a cell: (1, 2), and 5 without brackets on one axis.
func inBrackets(values []string) string {
	for i, v := range values {
		values[i] = text.OneLine(v)
	}
	if len(values) == 1 {
		return values[0]
	}
	return "(" + strings.Join(values, ", ") + ")"
}

// nameList joins names of columns, of which it shows three.
func nameList(names []string) string {
	shown := names
	if len(names) > 3 {
		shown = []string{names[0], "...", names[len(names)-1]}
	}
	return text.OneLine(strings.Join(shown, ", "))
}

// described says how a table with a row for each cell was read.
func described(names []string, axes []axis) string {
	var columns []string
	for i, a := range axes {
		n := len(a.names)
		values := text.Count(n, "value")
		if a.kind == grid.Any {
			values = text.Count(n, "label")
		}
		columns = append(columns, fmt.Sprintf("%s (%s, %s to %s)", text.OneLine(names[i]), values,
			text.OneLine(a.names[0]), text.OneLine(a.names[n-1])))
	}
	return fmt.Sprintf("read with a row for each cell, by the names in row 1: coordinates in %s, and log f in %s; "+
		"above rows of a grid leave the names out", strings.Join(columns, ", "), text.OneLine(names[len(names)-1]))
}
