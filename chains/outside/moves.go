package outside

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
)

// OpenMoves reads the observed moves in the file at path and visits each, in
// order: from x to y, cells of g, and y = x where it stayed. It is Parquet where it
// begins as such a file does, else CSV.
//
// A move is two cell numbers, in columns from and to; or, on a grid of two axes,
// the rows and columns of both, in columns from_row, from_col, to_row and to_col;
// or, on any, their places along each axis, in from_0, from_1, ..., to_0, to_1 and
// so on. All are counted from 0. Other columns are passed over. CSV without a line
// of names has nothing but the numbers in that order. An error names the file, the
// row, counted from 1 without the names, and the column; there is at least one
// move.
func OpenMoves(path string, g grid.Grid, visit func(x, y int)) error {
	const would = "a CSV or Parquet file of moves"
	f, err := os.Open(path)
	if err != nil {
		return plain(path, err, would)
	}
	defer f.Close()
	head := make([]byte, 4)
	switch _, err := f.ReadAt(head, 0); {
	case err == nil && string(head) == "PAR1":
		info, err := f.Stat()
		if err != nil {
			return plain(path, err, would)
		}
		return ReadMovesParquet(f, info.Size(), path, g, visit)
	case strings.HasSuffix(path, ".parquet") && (err == nil || err == io.EOF):
		return fmt.Errorf(`%s: the file does not begin with "PAR1", as Parquet does; %s would do`, path, would)
	}
	return ReadMovesCSV(f, path, g, visit) // from where nothing was taken; a pipe has no places
}

// ReadMovesCSV is OpenMoves of CSV. A byte order mark, blanks around fields, CRLF
// and empty lines are passed over.
func ReadMovesCSV(r io.Reader, name string, g grid.Grid, visit func(x, y int)) error {
	err := movesCSV(r, g, visit)
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*os.PathError)):
		return plain(name, err, "a CSV or Parquet file of moves")
	}
	return fmt.Errorf("%s: %w", name, err)
}

func movesCSV(r io.Reader, g grid.Grid, visit func(x, y int)) error {
	from := bufio.NewReader(r)
	if mark, _ := from.Peek(3); string(mark) == "\ufeff" {
		_, _ = from.Discard(3)
	}
	in := csv.NewReader(from)
	in.FieldsPerRecord, in.TrimLeadingSpace, in.ReuseRecord = -1, true, true
	row, cols := 0, []column(nil)
	for {
		fields, err := in.Read()
		var at *csv.ParseError
		switch {
		case err == io.EOF && row == 0:
			return errors.New("no moves; lines of two cell numbers, from and to, would do")
		case err == io.EOF:
			return nil
		case errors.As(err, &at):
			return fmt.Errorf("row %d: %w; numbers separated by commas would do", row+1, at.Err)
		case err != nil:
			return err
		}
		if cols == nil {
			var named bool
			if cols, named, err = columnsOf(fields, g); err != nil {
				return err
			} else if named {
				continue
			}
		}
		row++
		var ends [2]int
		for _, c := range cols {
			if c.at >= len(fields) {
				return fmt.Errorf("row %d has %s; column %d, %s, would do", row, many(len(fields), "column"), c.at+1, c.name)
			}
			v, err := strconv.Atoi(strings.TrimSpace(fields[c.at]))
			if err != nil {
				return c.wrong(row, quote(fields[c.at]))
			}
			if err := c.add(&ends, row, v); err != nil {
				return err
			}
		}
		visit(ends[0], ends[1])
	}
}

// A column is one number of a move.
type column struct {
	name   string
	at     int // in the file
	end    int // 0 of the cell that the move is from, 1 of the one that it is to
	stride int // between the cells of neighbouring values
	len    int // values are from 0 to below
}

// add puts the value of a row in its place.
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

// forms are the ways to write a move: the columns of each.
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

// named finds the columns of a form among the names, the first form that is whole.
func named(names []string, g grid.Grid) ([]column, error) {
	var would []string
	for _, form := range forms(g) {
		var missing []string
		for i, c := range form {
			form[i].at = slices.Index(names, c.name)
			if form[i].at < 0 {
				missing = append(missing, c.name)
			} else if again := slices.Index(names[form[i].at+1:], c.name); again >= 0 {
				return nil, fmt.Errorf("two columns are called %s; one would do", c.name)
			}
		}
		if missing == nil {
			return form, nil
		}
		all := make([]string, len(form))
		for i, c := range form {
			all[i] = c.name
		}
		would = append(would, strings.Join(all, ", "))
	}
	found := make([]string, 0, 6)
	for _, name := range names[:min(len(names), 6)] {
		found = append(found, quote(name))
	}
	return nil, fmt.Errorf("the columns are %s; %s would do", strings.Join(found, ", "), strings.Join(would, ", or "))
}

// columnsOf reads the first line: names where the first field is no number.
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
	if g.Axes() == 1 {
		return nil, false, fmt.Errorf("row 1 has %s; 2, from and to, would do", many(len(fields), "column"))
	}
	return nil, false, fmt.Errorf("row 1 has %s; 2, from and to, or %d, their places on the %v grid, would do", many(len(fields), "column"), 2*g.Axes(), g)
}
