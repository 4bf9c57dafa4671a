package toys

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"breadboard/grid"
)

// Largest is the magnitude above which a log density is refused: differences of
// two that are allowed, and their products with a beta, stay finite.
const Largest = 1e300

// maxBytes is the length above which a file is not what was meant.
const maxBytes = 64 << 20

// Open is Read of the file at path, which names the target.
func Open(path string) (Target, error) {
	f, err := os.Open(path)
	if err != nil {
		return Target{}, plain(path, err)
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads a target from CSV: log f, unnormalised, one row of the grid a line,
// always a grid of two axes, so that a single line is 1xN. "-inf" is a cell
// without mass, and a wall. A byte order mark, blanks around numbers, CRLF and
// blank lines at the end are passed over. Everything else that is not a box of
// at least two numbers, of which one at least is finite, none above 1e300 in
// magnitude, is an error of one line, which counts rows and columns from 1 and
// calls the file name.
func Read(r io.Reader, name string) (Target, error) {
	g, logf, err := parse(r, name)
	if err != nil {
		return Target{}, err
	}
	return open(name, g, logf), nil
}

// OpenInitial is ReadInitial of the file at path.
func OpenInitial(path string, g grid.Grid) ([]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(path, err)
	}
	defer f.Close()
	return ReadInitial(f, path, g)
}

// ReadInitial reads an initial log density for a target on g from a file like
// that of Read. It may have mass on walls of g, and none where there is no wall.
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

// plain is an error of the operating system without its own mention of the path.
func plain(path string, err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w; a CSV file of log f would do", path, err)
}

func parse(r io.Reader, name string) (grid.Grid, []float64, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	switch {
	case err != nil:
		return grid.Grid{}, nil, plain(name, err)
	case len(data) > maxBytes:
		return grid.Grid{}, nil, fmt.Errorf("%s: longer than %d MiB; a CSV of log f, one grid row a line, would do", name, maxBytes>>20)
	}
	data = bytes.TrimRight(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	if len(data) == 0 {
		return grid.Grid{}, nil, fmt.Errorf("%s: empty; log f as CSV, one grid row a line, would do", name)
	}
	rows, logf, err := numbers(data)
	if err != nil {
		return grid.Grid{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	return grid.New(rows, len(logf)/rows), logf, nil
}

// numbers returns the cells row by row, or the faults of all of them. No row is
// kept but as numbers. encoding/csv drops empty lines; here they are faults, and
// found by its count of lines.
func numbers(data []byte) (rows int, logf []float64, err error) {
	in := csv.NewReader(bytes.NewReader(data))
	in.FieldsPerRecord, in.TrimLeadingSpace, in.ReuseRecord = -1, true, true
	var c cells
	for ; ; rows++ {
		row, err := in.Read()
		if err == io.EOF {
			return rows, c.logf, c.fault()
		}
		var at *csv.ParseError
		if errors.As(err, &at) {
			return 0, nil, fmt.Errorf("row %d, column %d: %w; numbers separated by commas would do", rows+1, len(row)+1, at.Err)
		} else if err != nil {
			return 0, nil, err
		}
		if line, _ := in.FieldPos(0); line != rows+1 {
			return 0, nil, fmt.Errorf("row %d is empty; one row of the grid a line would do", rows+1)
		}
		if rows == 0 { // no number is shorter than a digit with what parts it from the next
			c.cols = len(row)
			c.logf = make([]float64, 0, min(c.cols*(1+bytes.Count(data, []byte("\n"))), 1+len(data)/2))
		}
		c.add(rows+1, row)
	}
}

// cells are what is read of a file so far.
type cells struct {
	cols  int // of the first row
	logf  []float64
	mass  bool // one at least has some
	wrong faults
}

func (c *cells) add(at int, row []string) {
	if len(row) != c.cols {
		c.wrong.add("row %d has %s, and row 1 has %d; rows of one length would do", at, fields(len(row)), c.cols)
	}
	for j, s := range row {
		v, err := number(strings.TrimSpace(s))
		if err != nil {
			c.wrong.add("row %d, column %d: %w", at, j+1, err)
		}
		c.mass = c.mass || !math.IsInf(v, -1)
		c.logf = append(c.logf, v)
	}
}

func (c *cells) fault() error {
	switch {
	case c.wrong != nil:
		return c.wrong
	case len(c.logf) == 1:
		return errors.New("row 1, column 1 is the only cell; a grid of at least two would do")
	case !c.mass:
		return errors.New("every cell is -inf; one at least must have mass, that is, a finite number")
	}
	return nil
}

func fields(n int) string {
	if n == 1 {
		return "1 column"
	}
	return strconv.Itoa(n) + " columns"
}

// number reads a finite number or -inf, in the decimal notation that all programs
// read: no digits grouped by underscores, no hexadecimals. That a number is too
// small for a float does not make it -inf.
func number(s string) (float64, error) {
	const would = "a finite number or -inf (a wall) would do"
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case s == "":
		return 0, fmt.Errorf("the field is empty; %s", would)
	case errors.Is(err, strconv.ErrSyntax) || strings.ContainsAny(s, "_xX"):
		return 0, fmt.Errorf("%s is not a number; %s", quote(s), would)
	case math.IsNaN(v) || (err == nil && math.IsInf(v, 1)):
		return 0, fmt.Errorf("found %s; %s", s, would)
	case err == nil && math.IsInf(v, -1):
		return v, nil
	case err != nil || math.Abs(v) > Largest:
		return 0, fmt.Errorf("%s is above 1e300 in magnitude; -inf is how a cell without mass is written", quote(s))
	}
	return v, nil
}

// quote is a field on one line and not too long.
func quote(s string) string {
	const long = 24
	if r := []rune(s); len(r) > long {
		s = string(r[:long]) + "..."
	}
	return strconv.Quote(s)
}

// faults are errors told in one line: the first three, and how many more.
type faults []error

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

func (f faults) Error() string {
	var s []string
	for _, err := range f[:min(len(f), 3)] {
		s = append(s, err.Error())
	}
	if more := len(f) - len(s); more > 0 {
		s = append(s, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(s, "; ")
}
