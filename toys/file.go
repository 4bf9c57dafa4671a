package toys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// Largest is the largest magnitude that a log density may have: 1e300. Then the
// difference of two, and its product with a beta, is still a finite float64.
const Largest = 1e300

// maxBytes is the size of the longest file that is read. A longer one is not a table of log
// f.
const maxBytes = 64 << 20

// wouldDo ends the error of a file that cannot be read.
const wouldDo = "a CSV file of log f"

// Open reads the target in the file at path, as Read does. The target's name is the
// path.
func Open(path string) (Target, error) { return opened(path, wouldDo, Read) }

// OpenInitial reads the initial log density in the file at path, as ReadInitial does.
func OpenInitial(path string, g grid.Grid) ([]float64, error) {
	return opened(path, wouldDo,
		func(r io.Reader, name string) ([]float64, error) { return ReadInitial(r, name, g) })
}

// OpenFunction reads a function of the cells of a target on g from the file at path: CSV in the form
// that Read takes, one number a cell. On a grid that has not two axes the numbers are those of the
// states in their order, in one row or one column.
func OpenFunction(path string, g grid.Grid) ([]float64, error) {
	return opened(path, "a CSV file of numbers, one a cell,", func(r io.Reader, name string) ([]float64, error) {
		box, values, err := parse(r, name)
		if err != nil {
			return nil, err
		}
		inLine := g.Axes() != 2 && len(values) == g.Size() && min(box.Len(0), box.Len(1)) == 1
		if box.String() != g.String() && !inLine {
			return nil, fmt.Errorf("%s: %v numbers; the target has %v cells, and so many would do", name, box, g)
		}
		for x, v := range values {
			if math.IsInf(v, -1) && !g.Wall(x) {
				return nil, fmt.Errorf("%s: cell %d has -inf and is no wall; a finite number would do", name, x)
			}
		}
		return values, nil
	})
}

// opened reads the file at path; would says what would do if it cannot be opened.
func opened[T any](path, would string, read func(r io.Reader, name string) (T, error)) (t T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return t, text.Unreadable(path, err, would)
	}
	defer f.Close()
	return read(f, path)
}

// Read reads a target from CSV: log f, not normalised, one row of the grid a line. The
// grid always has two axes, so a single line of N numbers is a grid of 1xN.
//
// "-inf" makes a cell without mass, and a wall. A byte order mark, blanks around
// numbers, CRLF and blank lines at the end are passed over. There must be at least two
// cells, one of them with mass, and every number is at most 1e300 in magnitude. An
// error is one line that begins with name and counts rows and columns from 1.
func Read(r io.Reader, name string) (Target, error) {
	g, logf, err := parse(r, name)
	if err != nil {
		return Target{}, err
	}
	return withWalls(name, g, logf), nil
}

// ReadInitial reads an initial log density for a target on g, from CSV in the form
// that Read takes. It may have mass on walls of g, and -inf on cells that are no walls.
func ReadInitial(r io.Reader, name string, g grid.Grid) ([]float64, error) {
	box, logf, err := parse(r, name)
	if err != nil {
		return nil, err
	}
	if box.String() != g.String() {
		return nil, fmt.Errorf("%s: %v cells; the target has %v, and so must the initial density", name, box, g)
	}
	return logf, nil
}

// parse reads a box of numbers, which has as many columns as its first row.
func parse(r io.Reader, name string) (grid.Grid, []float64, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return grid.Grid{}, nil, text.Unreadable(name, err, wouldDo)
	}
	var c cells
	if err := c.read(data); err != nil {
		return grid.Grid{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	return grid.New(c.rows, c.cols), c.logf, nil
}

// cells are the numbers that have been read so far. No row is kept as text.
type cells struct {
	rows, cols int
	logf       []float64
	mass       bool // a cell with mass has been seen
	wrong      text.Faults
}

// read reads all rows. It makes room for cols numbers in every line, but at most for half
// the bytes: each number takes at least a digit and a comma or a line break.
func (c *cells) read(data []byte) error {
	if len(data) > maxBytes {
		return fmt.Errorf("longer than %d MiB; a CSV of log f, one grid row a line, would do", maxBytes>>20)
	}
	data = text.Trim(data)
	if len(data) == 0 {
		return errors.New("empty; log f as CSV, one grid row a line, would do")
	}
	for row, err := range text.Rows(data, "grid") {
		if err != nil {
			return err
		}
		if c.rows == 0 {
			c.cols = len(row)
			c.logf = make([]float64, 0, min(c.cols*(1+bytes.Count(data, []byte("\n"))), 1+len(data)/2))
		}
		c.add(row)
	}
	return c.fault()
}

// add reads the next row.
func (c *cells) add(row []string) {
	c.rows++
	if len(row) != c.cols {
		c.wrong.Add("row %d has %s, and row 1 has %d; rows of one length would do",
			c.rows, text.Count(len(row), "column"), c.cols)
	}
	for j, s := range row {
		v, err := number(s)
		if err != nil {
			c.wrong.Add("row %d, column %d: %w", c.rows, j+1, err)
		}
		c.mass = c.mass || !math.IsInf(v, -1)
		c.logf = append(c.logf, v)
	}
}

// fault returns a fault of the whole table, or nil.
func (c *cells) fault() error {
	switch {
	case c.wrong.Err() != nil:
		return &c.wrong
	case len(c.logf) == 1:
		return errors.New("row 1, column 1 is the only cell; a grid of at least two would do")
	case !c.mass:
		return errors.New("every cell is -inf; one at least must have mass, that is, a finite number")
	}
	return nil
}

// number reads a finite number or -inf, in the decimal notation that all programs
// read: Go's 1_000 and 0x1p4 are refused. A number too small for a float64 is 0, and
// one too large is refused: -1e999 is not -inf.
func number(s string) (float64, error) {
	const would = "a finite number or -inf (a wall) would do"
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case s == "":
		return 0, fmt.Errorf("the field is empty; %s", would)
	case errors.Is(err, strconv.ErrSyntax) || strings.ContainsAny(s, "_xX"):
		return 0, fmt.Errorf("%s is not a number; %s", text.Quote(s), would)
	case math.IsNaN(v) || (err == nil && math.IsInf(v, 1)):
		return 0, fmt.Errorf("found %s; %s", s, would)
	case err == nil && math.IsInf(v, -1):
		return v, nil
	case err != nil || math.Abs(v) > Largest:
		return 0, fmt.Errorf("%s is above 1e300 in magnitude; -inf is how a cell without mass is written",
			text.Quote(s))
	}
	return v, nil
}
