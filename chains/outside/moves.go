package outside

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/parquet"
	"breadboard/grid/text"
)

// movesWouldDo ends the error of a file that cannot be read.
const movesWouldDo = "a CSV, Parquet, .npy or .npz file of moves"

// maxBytes is the size of the longest CSV file of moves that is read: some 80 million moves.
const maxBytes = 512 << 20

// OpenMoves reads the observed moves in the file at path and calls visit with each, in
// their order: from x to y, cells of g, with y = x for a move that stayed. The file is
// Parquet or NumPy's if it begins like one, and CSV otherwise.
//
// A move is written in one of three ways, always counted from 0:
//
//   - as two cell numbers, in columns from and to;
//   - on a grid of two axes as rows and columns, in columns from_row, from_col, to_row
//     and to_col;
//   - as places along every axis, in columns from_0, from_1, ..., to_0, to_1 and so on.
//
// Or the file has the states of chains, of which each with the next of its chain is a move: as cell
// numbers in a column called state or cell, or in the only column, with the number of the chain in a
// column called chain if there are several. An array of NumPy has states alone, a chain a row.
//
// Other columns are skipped. A CSV file without a line of names has only the numbers,
// in that order. A file without a move is an error. An error names the file, the row,
// counted from 1 without the names, and the column.
func OpenMoves(path string, g grid.Grid, visit func(x, y int)) error {
	moves := 0
	err := openMoves(path, g, func(x, y int) {
		moves++
		visit(x, y)
	})
	if err == nil && moves == 0 {
		return fmt.Errorf("%s: no moves; two states of a chain, or rows of from and to, would do", path)
	}
	return err
}

func openMoves(path string, g grid.Grid, visit func(x, y int)) error {
	file, member := npy.Member(path)
	f, err := os.Open(file)
	if err != nil {
		return text.Unreadable(path, err, movesWouldDo)
	}
	defer f.Close()
	head := make([]byte, len(parquet.Magic))
	switch _, err := f.ReadAt(head, 0); { // a pipe cannot be read at a place; it is CSV
	case err == nil && (strings.HasPrefix(npy.Magic, string(head)) || string(head) == npy.MagicZip):
		if err := openStates(f, member, string(head) == npy.MagicZip, g, visit); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	case err == nil && string(head) == parquet.Magic:
		info, err := f.Stat()
		if err != nil {
			return text.Unreadable(path, err, movesWouldDo)
		}
		return readMovesParquet(f, info.Size(), path, g, visit)
	case strings.HasSuffix(path, ".parquet") && (err == nil || err == io.EOF):
		return fmt.Errorf(`%s: the file does not begin with "PAR1", as Parquet does; %s would do`, path, movesWouldDo)
	}
	return readMovesCSV(f, path, g, visit)
}

// readMovesCSV reads moves from CSV. A byte order mark, blanks around fields, CRLF and
// empty lines are passed over.
func readMovesCSV(r io.Reader, name string, g grid.Grid, visit func(x, y int)) error {
	if err := movesCSV(text.NewReader(r, maxBytes), g, visit); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func movesCSV(in *text.Reader, g grid.Grid, visit func(x, y int)) error {
	var cols []column
	add := visit
	for row := 0; ; {
		fields, err := in.Read()
		switch {
		case err == io.EOF && row == 0:
			return errors.New("no moves; lines of two cell numbers, from and to, would do")
		case err == io.EOF:
			return nil
		case err != nil:
			return text.Broken(err, row+1, len(fields)+1, movesWouldDo)
		}
		if cols == nil {
			var named bool
			if cols, named, err = columnsOf(fields, g); err != nil {
				return err
			}
			if areStates(cols) {
				add = follow(visit)
			}
			if named {
				continue
			}
		}
		row++
		x, y, err := moveOf(fields, cols, row)
		if err != nil {
			return err
		}
		add(x, y)
	}
}

func moveOf(fields []string, cols []column, row int) (x, y int, err error) {
	var ends [2]int
	for _, c := range cols {
		if c.at >= len(fields) {
			return 0, 0, fmt.Errorf("row %d has %s; column %d, %s, would do",
				row, text.Count(len(fields), "column"), c.at+1, c.name)
		}
		v, err := strconv.Atoi(strings.TrimSpace(fields[c.at]))
		if err != nil {
			return 0, 0, c.wrong(row, text.Quote(fields[c.at]))
		}
		if err := c.add(&ends, row, v); err != nil {
			return 0, 0, err
		}
	}
	return ends[0], ends[1], nil
}

// A column holds one of the numbers that make a move: a cell, or a cell's place along
// one axis. The cell is the sum of its columns' values times their strides.
type column struct {
	name   string
	at     int // the column's place in the file
	end    int // 0 if it belongs to the cell the move is from, 1 to the cell it is to
	stride int // the distance between the cells of neighbouring values
	len    int // values are from 0 to len-1
}

// add adds a value, times the stride, to the end of the move that the column belongs
// to.
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

// named returns the first form whose columns all are among the names.
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
	if states := statesIn(names, g); states != nil {
		return states, nil
	}
	var found []string
	for _, name := range names[:min(len(names), 6)] {
		found = append(found, text.Quote(name))
	}
	would = append(would, "state")
	return nil, fmt.Errorf("the columns are %s; %s would do", strings.Join(found, ", "), strings.Join(would, ", or "))
}

// columnsOf finds the columns by the first line of a CSV file. The line is one of names
// if its first field is no number.
func columnsOf(fields []string, g grid.Grid) (cols []column, isNamed bool, err error) {
	names := make([]string, len(fields))
	for i, s := range fields {
		names[i] = strings.TrimSpace(s)
	}
	if _, err := text.FloatOrInf(names[0]); err == strconv.ErrSyntax && names[0] != "" {
		cols, err := named(names, g)
		return cols, true, err
	}
	if len(fields) == 1 {
		return statesIn([]string{"state"}, g), false, nil
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
