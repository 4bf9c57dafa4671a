package toys

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// Largest is the largest magnitude that a log density may have: 1e300. Then the
// difference of two, and its product with a beta, is still a finite float64.
const Largest = 1e300

// maxBytes is the size of the longest file that is read. A longer one is not a table of log
// f.
const maxBytes = 64 << 20

// wouldDo ends the error of a file that cannot be read.
const wouldDo = "a CSV or .npy file of log f"

// Open reads the target in the file at path, as Read does. The target's name is the path.
func Open(path string) (Target, error) {
	return opened(path, wouldDo, Read)
}

// OpenInitial reads the initial log density in the file at path, as ReadInitial does.
func OpenInitial(path string, g grid.Grid) ([]float64, error) {
	return opened(path, wouldDo,
		func(r io.Reader, name string) ([]float64, error) { return ReadInitial(r, name, g) })
}

// OpenFunction reads a function of the cells of a target on g from the file at path: in a form
// that Read takes, one number a cell. On a grid that has not two axes the numbers are those of the
// states in their order, in one row or one column.
func OpenFunction(path string, g grid.Grid) ([]float64, error) {
	const would = "a CSV or .npy file of numbers, one a cell,"
	return opened(path, would, func(r io.Reader, name string) ([]float64, error) {
		table, err := parse(r, name, math.MaxInt)
		if err != nil {
			return nil, err
		}
		box, values := table.Grid, table.LogF
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

// Read reads a target on a grid: its log f, in which -inf is a wall. The form is CSV, one row of the grid
// a line, or an array of NumPy of as many axes as the grid has, as .npy. A grid from CSV always has two axes: a single
// line of N numbers is a grid of 1xN, and N lines of one number are one of Nx1.
//
// In CSV a byte order mark, blanks around numbers, CRLF and blank lines at the end are passed over, and other tables
// are read as text.Plain turns them into CSV. There must be at least two cells, one of them with mass, and every log f
// is at most 1e300 in magnitude. An error is one line that begins with name and counts rows and columns from 1.
func Read(r io.Reader, name string) (Target, error) {
	return ReadUpTo(r, name, math.MaxInt)
}

// ReadUpTo is Read of so many cells at most.
func ReadUpTo(r io.Reader, name string, cells int) (Target, error) {
	table, err := parse(r, name, cells)
	if err != nil {
		return Target{}, err
	}
	target := withWalls(name, table.Grid, table.LogF)
	target.Headed, target.Told = table.Headed, table.Told
	return target, nil
}

// ReadInitial reads an initial log density for a target on g, in a form that Read takes. It may
// have mass on walls of g, and none on cells that are no walls.
func ReadInitial(r io.Reader, name string, g grid.Grid) ([]float64, error) {
	table, err := parse(r, name, math.MaxInt)
	if err != nil {
		return nil, err
	}
	if table.Grid.String() != g.String() {
		return nil, fmt.Errorf("%s: %v cells; the target has %v, and so must the initial density", name, table.Grid, g)
	}
	return table.LogF, nil
}

// parse reads a box of numbers, and returns their log f on a grid without walls. The form of the file shows in its
// first bytes. There may be so many numbers at most.
func parse(r io.Reader, name string, most int) (t Target, err error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(len(npy.Magic))
	switch {
	case err != nil && err != io.EOF:
		err = unread(err)
	case string(head) == npy.Magic:
		t, err = parseArray(in, most)
	default:
		t, err = parseCSV(in, most)
	}
	if err != nil {
		return Target{}, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

func unread(err error) error { return fmt.Errorf("%w; %s would do", text.Pathless(err), wouldDo) }

// parseArray reads an array of log f.
func parseArray(in io.Reader, most int) (t Target, err error) {
	check := func(shape []int) error {
		if len(shape) == 0 {
			return errors.New("a single number, and no array; an array of at least two would do")
		}
		return npy.Most(most)(shape)
	}
	a, err := npy.Read(in, check)
	if err != nil {
		return t, err
	}
	var wrong text.Faults
	for i, v := range a.Values {
		if err := checkLogF(v, fmt.Sprint(v)); err != nil {
			if wrong.Add("%s: %w", npy.Place(a.Shape, i), err); wrong.Full() {
				break
			}
		}
	}
	if err := errorOf(&wrong, a.Values, npy.Place(a.Shape, 0)); err != nil {
		return t, err
	}
	return Target{Grid: grid.New(a.Shape...), LogF: a.Values}, nil
}

// errorOf returns the faults of numbers, or a fault of all of them together, or nil.
func errorOf(wrong *text.Faults, logf []float64, first string) error {
	switch {
	case wrong.Err() != nil:
		return wrong
	case len(logf) == 1:
		return fmt.Errorf("%s is the only cell; a grid of at least two would do", first)
	case math.IsInf(slices.Max(logf), -1):
		return errors.New("every cell is -inf; one at least must have mass, that is, a finite number")
	}
	return nil
}

// listed is how a table begins that has a row for each cell, as those that this program writes.
var listed = regexp.MustCompile(`^"?(cell|state|row|i|x_1)"?[,;]`)

// parseCSV reads a box of numbers, which has as many columns as its first row. It reads all rows, or as many as it
// takes to see that the file is no table of log f, and keeps none as text.
func parseCSV(r io.Reader, most int) (t Target, err error) {
	data, err := text.ReadAll(r, maxBytes)
	if err != nil {
		return t, unread(err)
	}
	if data = text.Trim(data); data == "" {
		return t, errors.New("empty; log f as CSV, one grid row a line, would do")
	}
	if listed.MatchString(data) {
		return t, errors.New("row 1 names places, as if there were a row for each cell; a grid of numbers alone, a " +
			"row of cells in each line, would do")
	}
	if err := misnamed(data); err != nil {
		return t, err
	}
	data, t.Told = text.Plain(data)
	var logf []float64
	var wrong text.Faults
	rows, cols := 0, 0
	for row, err := range text.Rows(data, "grid") {
		if err != nil {
			return t, err
		}
		columns := row.Len()
		if rows++; rows == 1 {
			cols = columns
		}
		if columns != cols {
			wrong.Add("row %d has %s, and row 1 has %d; rows of one length would do", rows,
				text.Count(columns, "column"), cols)
		}
		for j, s := range row.Fields() {
			v, err := number(s)
			if err != nil {
				wrong.Add("row %d, column %d: %w", rows, j+1, err)
			}
			logf = append(logf, v)
			if wrong.Full() {
				break
			}
		}
		if wrong.Full() {
			break
		}
		if rows == 1 && wrong.Err() == nil { // a number takes at least a digit, and a comma or a line break
			logf = slices.Grow(logf, min(cols*strings.Count(data, "\n"), 1+len(data)/2))
		}
	}
	if err := errorOf(&wrong, logf, "row 1, column 1"); err != nil {
		return t, err
	}
	if len(logf) > most {
		return t, fmt.Errorf("%s rows of %s; up to %s numbers would do", text.Thousands(rows),
			text.Count(cols, "number"), text.Thousands(most))
	}
	return Target{Grid: grid.New(rows, cols), LogF: logf, Headed: headed(data), Told: t.Told}, nil
}

// misnamed is the error of a table of which row 1 has names, and not one for each column: one of the columns may be no
// numbers of the grid, and nothing says which.
func misnamed(data string) error {
	names, columns := text.Misnamed(data)
	would := "one name for each column, or none,"
	switch {
	case columns == 0:
		return nil
	case names+1 == columns:
		would = "no names, as write.table(x, sep = \",\", row.names = FALSE, col.names = FALSE) of R writes numbers,"
	}
	return fmt.Errorf("row 1 has %s, and row 2 has %s; %s would do", text.Count(names, "name"),
		text.Count(columns, "column"), would)
}

// headed reports whether row 1 of a table of numbers looks like names: above a table without any, pandas writes 0, 1, 2
// and so on. Below them each column is of whole numbers alone or of none. If no number has a point, three columns and
// two rows below are needed: 0,1 begins many a table of small numbers.
func headed(data string) bool {
	var whole []bool // of row 2
	points, at := false, 0
	for row := range text.Rows(data, "") {
		if at++; at == 1 {
			if !text.Counts(row.Fields()) {
				return false
			}
			continue
		}
		for j, s := range row.Fields() {
			is := strings.Trim(s, "-0123456789") == ""
			if at == 2 {
				whole = append(whole, is)
			}
			if whole[j] != is {
				return false
			}
			points = points || strings.ContainsAny(s, ".e")
		}
	}
	return points || len(whole) > 2 && at > 2
}

// number returns log f of a number in the decimal notation that all programs read: Go's 1_000 and 0x1p4 are refused.
func number(s string) (float64, error) {
	v, err := text.FloatOrInf(s)
	switch {
	case s == "":
		return 0, fmt.Errorf("the field is empty; %s, and no column of the rows' numbers, would do", numberWould)
	case errors.Is(err, strconv.ErrSyntax):
		return 0, fmt.Errorf("%s is not a number; %s would do", text.Quote(s), numberWould)
	case err != nil:
		return 0, tooLarge(s)
	}
	return v, checkLogF(v, s)
}

// numberWould ends the error of a number that is no log f.
const numberWould = "a finite number or -inf (a wall)"

// checkLogF refuses a number that is no log f, and is written as s. One too large is refused: -1e999 is not -inf.
func checkLogF(v float64, s string) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 1):
		return fmt.Errorf("found %s; %s would do", s, numberWould)
	case math.Abs(v) > Largest && !math.IsInf(v, -1):
		return tooLarge(s)
	}
	return nil
}

func tooLarge(s string) error {
	return fmt.Errorf("%s is above 1e300 in magnitude; -inf is how a cell without mass is written", text.Quote(s))
}

// LikeP reports whether numbers that were read as log f look like probabilities: none is negative,
// two at least are positive, and they sum to 1 within 1%, as digits that were cut off leave it.
func LikeP(logf []float64) bool {
	sum, positive := 0.0, 0
	for _, v := range logf {
		sum += v
		if v > 0 {
			positive++
		}
	}
	return positive >= 2 && math.Abs(sum-1) <= 0.01 && slices.Min(logf) >= 0
}

// mostDatum is the largest magnitude of a number in data: its square is a finite log density.
const mostDatum = 1e100

// dataWouldDo ends the error of data that cannot be read.
const dataWouldDo = "a CSV or .npy file of data, one observation a row,"

// OpenData reads the data in the file at path, as ReadData does.
func OpenData(path string, m Model) ([][]float64, error) {
	return opened(path, dataWouldDo,
		func(r io.Reader, name string) ([][]float64, error) { return ReadData(r, name, m) })
}

// ReadData reads a model's data: N rows, one an observation, of D numbers each, as CSV or as an array of NumPy. It
// takes the notation that Read takes, and its errors read alike.
func ReadData(r io.Reader, name string, m Model) ([][]float64, error) {
	data, err := DataText(r, name)
	if err != nil {
		return nil, err
	}
	y, err := m.observations(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return y, nil
}

// OpenDataText reads the data in the file at path, as DataText does.
func OpenDataText(path string) (string, error) {
	return opened(path, dataWouldDo, DataText)
}

// DataText reads data, and returns them as CSV: an array of NumPy has the same rows, and one of a single axis is a
// column.
func DataText(r io.Reader, name string) (string, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return "", text.Unreadable(name, err, dataWouldDo)
	}
	if string(head) != npy.Magic {
		data, err := text.ReadAll(in, maxBytes)
		if err != nil {
			return "", text.Unreadable(name, err, dataWouldDo)
		}
		return data, nil
	}
	array, err := npy.Read(in, func(shape []int) error {
		if len(shape) < 1 || len(shape) > 2 {
			return fmt.Errorf("%d axes; an array of data with one observation a row, two axes, would do", len(shape))
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	columns := 1
	if len(array.Shape) == 2 {
		columns = array.Shape[1]
	}
	var lines strings.Builder
	for i, v := range array.Values {
		end := ","
		if (i+1)%columns == 0 {
			end = "\n"
		}
		lines.WriteString(strconv.FormatFloat(v, 'g', -1, 64) + end)
	}
	return lines.String(), nil
}

// observations reads rows, but keeps no more than N.
func (m Model) observations(data string) (y [][]float64, err error) {
	if data = text.Trim(data); len(data) == 0 {
		return nil, fmt.Errorf("empty; %s", m.would())
	}
	var wrong text.Faults
	rows, shaped := 0, true
	for row, err := range text.Rows(data, "data") {
		if err != nil {
			return nil, err
		}
		if rows++; rows > m.N || wrong.Full() {
			continue
		}
		if row.Len() != m.D {
			wrong.Add("row %d has %s", rows, text.Count(row.Len(), "column"))
			shaped = false
			continue
		}
		y = append(y, make([]float64, m.D))
		for j, s := range row.Fields() {
			if y[len(y)-1][j], err = datum(s); err != nil {
				wrong.Add("row %d, column %d: %w", rows, j+1, err)
			}
		}
		if v := y[len(y)-1][m.D-1]; m.Binary && v != 0 && v != 1 {
			wrong.Add("row %d, column %d: %g is neither 0 nor 1", rows, m.D, v)
		}
	}
	if rows != m.N {
		wrong.Add("%s", text.Count(rows, "row"))
		shaped = false
	}
	if !shaped {
		return nil, fmt.Errorf("%w; %s", wrong.Err(), m.would())
	}
	return y, wrong.Err()
}

func (m Model) would() string {
	return fmt.Sprintf("for %s %s of %s would do", m.Name, text.Count(m.N, "row"), text.Count(m.D, "number"))
}

// datum reads a number of moderate size, in the notation that Read takes.
func datum(s string) (float64, error) {
	v, err := text.FloatOrInf(s)
	switch {
	case s == "":
		return 0, errors.New("the field is empty; a finite number would do")
	case errors.Is(err, strconv.ErrSyntax):
		return 0, fmt.Errorf("%s is not a number; a finite number would do", text.Quote(s))
	case !(math.Abs(v) <= mostDatum):
		return 0, fmt.Errorf("found %s; a finite number up to 1e100 in magnitude would do", text.Quote(s))
	}
	return v, nil
}
