package outside

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A column holds one of the numbers that make a move: a cell, or a cell's place along
// one axis. The cell is the sum of its columns' values times their strides.
type column struct {
	name   string
	at     int // the column's place in the file
	end    int // 0 if it belongs to the cell the move is from, 1 to the cell it is to
	stride int // the distance between the cells of neighbouring values
	len    int // values are from 0 to len-1
}

// add adds a value to the cell at the column's end of the move.
func (c column) add(ends *[2]int, row, v int) error {
	if v < 0 || v >= c.len {
		return c.wrong(row, strconv.Itoa(v))
	}
	ends[c.end] += v * c.stride
	return nil
}

func (c column) wrong(row int, found string) error {
	return fmt.Errorf("row %d, column %s is %s; a whole number from 0 to %d would do", row, c.name, found, c.len-1)
}

// forms are the ways to write a move, each as its columns.
func forms(g grid.Grid) [][]column {
	numbers := []column{{"from", 0, 0, 1, g.Size()}, {"to", 1, 1, 1, g.Size()}}
	var places, plane []column
	for end, name := range []string{"from", "to"} {
		for a := range g.Axes() {
			c := column{fmt.Sprintf("%s_%d", name, a), len(places), end, g.Stride(a), g.Len(a)}
			places = append(places, c)
			c.name = name + "_" + [2]string{"row", "col"}[a%2]
			plane = append(plane, c)
		}
	}
	if g.Axes() == 2 {
		return [][]column{numbers, plane, places}
	}
	return [][]column{numbers, places}
}

// named returns the first form all of whose columns are among the names.
func named(names []string, g grid.Grid) ([]column, error) {
	var would []string
	for _, form := range forms(g) {
		whole := true
		var all []string
		for i, c := range form {
			at := slices.Index(names, c.name)
			if at >= 0 && slices.Contains(names[at+1:], c.name) {
				return nil, fmt.Errorf("two columns are called %s; one would do", c.name)
			}
			form[i].at, whole, all = at, whole && at >= 0, append(all, c.name)
		}
		if whole {
			return form, nil
		}
		would = append(would, strings.Join(all, ", "))
	}
	var found []string
	for _, name := range names[:min(len(names), 6)] {
		found = append(found, text.Quote(name))
	}
	return nil, fmt.Errorf("the columns are %s; %s would do", strings.Join(found, ", "), strings.Join(would, ", or "))
}

// columnsOf finds the columns by the first line of a CSV file. The line is one of names
// if its first field is no number.
func columnsOf(fields []string, g grid.Grid) (cols []column, isNamed bool, err error) {
	names := make([]string, len(fields))
	for i, s := range fields {
		names[i] = strings.TrimSpace(s)
	}
	if _, err := strconv.ParseFloat(names[0], 64); err != nil && names[0] != "" {
		cols, err := named(names, g)
		return cols, true, err
	}
	for _, form := range forms(g) {
		if len(form) == len(fields) {
			return form, false, nil
		}
	}
	has := text.Count(len(fields), "column")
	if g.Axes() == 1 {
		return nil, false, fmt.Errorf("row 1 has %s; 2, from and to, would do", has)
	}
	return nil, false, fmt.Errorf("row 1 has %s; 2, from and to, or %d, their places on the %v grid, would do",
		has, 2*g.Axes(), g)
}
