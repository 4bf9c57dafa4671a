package toys

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// Largest is the largest magnitude of a log density: 1e300. Then the difference of two, and its product with a beta, is
// still a finite float64.
const Largest = 1e300

// A kind is a kind of numbers in files: log densities, or data.
type kind struct {
	largest float64 // magnitude
	walls   bool    // -inf is one of them
	cure    string  // what to use instead of any other number
}

// logDensity is the kind of log f.
var logDensity = kind{Largest, true, "a finite number or -inf (a wall)"}

// datum is the kind of data: their squares are finite log densities.
var datum = kind{1e100, false, "a finite number"}

// Open reads the target in the file at path, as Read does. The target's name is the path.
func Open(path string) (Target, error) {
	data, err := text.File(path, "a CSV or .npy file of log f")
	if err != nil {
		return Target{}, err
	}
	return Read(data, path)
}

// OpenInitial reads the initial log density of a target on g from the file at path, in a form that Read takes. It may
// have mass on walls of g, and be without mass on other cells.
func OpenInitial(path string, g grid.Grid) ([]float64, error) {
	t, err := Open(path)
	switch {
	case err != nil:
	case t.Grid.String() != g.String():
		err = fmt.Errorf("%s: %v cells; the target has %v, and so must the initial density", path, t.Grid, g)
	default:
		err = sameNames(t, g)
	}
	return t.LogF, err
}

// OpenFunction reads a function of the cells of a target on g from the file at path: in a form that Read takes, one
// number a cell. Unless g has two axes the numbers may stand for the states in order, in one row or one column.
func OpenFunction(path string, g grid.Grid) ([]float64, error) {
	t, err := Open(path)
	if err != nil {
		return nil, err
	}
	box := t.Grid
	inLine := g.Axes() != 2 && box.Size() == g.Size() && slices.Contains(box.Lens(), 1)
	if box.String() != g.String() && !inLine {
		return nil, fmt.Errorf("%s: %v numbers; use as many as the target has cells, %v", path, box, g)
	}
	if err := sameNames(t, g); err != nil {
		return nil, err
	}
	for x := range t.LogF {
		if box.Wall(x) && !g.Wall(x) {
			return nil, fmt.Errorf("%s: cell %d has -inf and is no wall; use a finite number", path, x)
		}
	}
	return t.LogF, nil
}

// sameNames returns an error if the cells of a file and of a target both have names of their own, and other ones.
func sameNames(t Target, g grid.Grid) error {
	own, names := t.Grid.OwnNames(), g.OwnNames()
	for x := range min(len(own), len(names)) {
		if own[x] != names[x] {
			return fmt.Errorf("%s: cell %s is %s of the target; use the coordinates of the target", t.Name, own[x],
				names[x])
		}
	}
	return nil
}

// Read reads a target on a grid from the content of a file: its log f, in which -inf is a wall. The form is CSV, one
// row of the grid a line, or an NPY array with the axes of the grid. A grid from CSV always has two axes: a line of N
// numbers is a grid of 1xN, and N lines of one number are a grid of Nx1.
//
// CSV is read as text.ReadTable does. A first row that begins with # is a comment, unless it has a name for each
// column. Below names a table has a row for each cell, with its coordinates and its log f, as cellsOf reads it; but
// names that count the columns, as R's V1 and V2, may stand above rows of a grid. There must be at least two cells, one
// of them with mass, and every log f is at most 1e300 in magnitude. An error is one line that begins with name and
// counts rows and columns from 1.
func Read(data, name string) (Target, error) {
	t, err := read(data)
	if err != nil {
		return Target{}, fmt.Errorf("%s: %w", name, err)
	}
	t.Name = name
	t.Grid = walled(t.Grid, t.LogF)
	return t, nil
}

// read reads a target without its name and its walls.
func read(data string) (t Target, err error) {
	if strings.HasPrefix(data, npy.Magic) {
		return boxOf(logDensity.readArray(data))
	}
	table, err := tableOf(data)
	if err != nil {
		return t, err
	}
	if len(table.Names) > 1 && (!text.Counted(table.Names) || looksLikeCells(table.Rows)) {
		t, err = cellsOf(table.Names, table.Rows)
	} else {
		t, err = boxOf(logDensity.readRows(table))
		if err == nil {
			t.Doubts = doubts(table.Rows)
		}
	}
	if table.Found != "" {
		t.Doubts = slices.Insert(t.Doubts, 0, "read with "+table.Found)
	}
	return t, err
}

// boxOf returns the target of a box of log f, unless that was not read.
func boxOf(a npy.Array, err error) (Target, error) {
	if err == nil {
		err = enough(a.Values)
	}
	if err != nil {
		return Target{}, err
	}
	return Target{Grid: grid.New(a.Shape...), LogF: a.Values}, nil
}

// enough returns what is wrong with log f of a whole target.
func enough(logf []float64) error {
	switch {
	case len(logf) < 2:
		return errors.New("a single cell; use a grid of at least two")
	case math.IsInf(slices.Max(logf), -1):
		return errors.New("every cell is -inf; one at least must have mass, that is, a finite number")
	}
	return nil
}

// read reads a box of numbers of this kind: an NPY array, or CSV, which has two axes.
func (k kind) read(data string) (a npy.Array, err error) {
	if strings.HasPrefix(data, npy.Magic) {
		return k.readArray(data)
	}
	table, err := tableOf(data)
	if err != nil {
		return a, err
	}
	return k.readRows(table)
}

// readArray reads an NPY array.
func (k kind) readArray(data string) (npy.Array, error) {
	a, err := npy.Read(data)
	for i, v := range a.Values {
		if wrong := k.check(v, fmt.Sprint(v)); wrong != nil {
			return a, fmt.Errorf("%s: %w", npy.Place(a.Shape, i), wrong)
		}
	}
	return a, err
}

// readRows reads rows of one length.
func (k kind) readRows(t text.Table) (a npy.Array, err error) {
	rows := t.Rows
	switch {
	case len(rows) == 0:
		return a, errors.New("empty; use CSV of numbers, one row a line")
	case t.Empty > 0:
		return a, fmt.Errorf("row %d is empty; use one row a line", t.Empty)
	}
	a.Shape = []int{len(rows), len(rows[0])}
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return a, fmt.Errorf("row %d has %s, and row 1 has %d; use rows of one length", i+1,
				text.Count(len(row), "column"), len(rows[0]))
		}
		for j, s := range row {
			v, err := k.number(s)
			if err != nil {
				return a, fmt.Errorf("row %d, column %d: %w", i+1, j+1, err)
			}
			a.Values = append(a.Values, v)
		}
	}
	return a, nil
}

// doubts returns the doubts about rows of a grid, which may be a table of another form.
func doubts(rows [][]string) (all []string) {
	if headed(rows) {
		all = append(all, "row 1 looks like the names of columns, 0, 1 and so on, and is taken for a row of the grid; "+
			"leave it out, or write 0.0 for its 0 if it is one")
	}
	if looksLikeCells(rows) {
		all = append(all, "read as rows of a grid, but the columns before the last take each combination of their "+
			"values once, like coordinates; if each row is a cell, write names above the columns, as x,y,logf")
	}
	return all
}

// headed reports whether row 1 of a table of numbers looks like names: above a table without any, pandas writes 0, 1, 2
// and so on. Below them each column is of whole numbers alone or of none. If no number has a point, three columns and
// two rows below are needed: 0,1 begins many a table of small numbers.
func headed(rows [][]string) bool {
	columns, points := len(rows[0]), false
	whole := func(s string) bool { return strings.Trim(s, "-0123456789") == "" }
	for j, name := range rows[0] {
		for _, row := range rows[1:] {
			if name != strconv.Itoa(j) || whole(row[j]) != whole(rows[1][j]) {
				return false
			}
			points = points || strings.ContainsAny(row[j], ".e")
		}
	}
	return columns > 1 && (points || columns > 2 && len(rows) > 2)
}

// number reads a number in plain decimal notation. It refuses Go's 1_000 and 0x1p4, and -1e999, which is not -inf.
func (k kind) number(s string) (float64, error) {
	v, err := text.FloatOrInf(s)
	if err != nil {
		return 0, fmt.Errorf("%s is not a number; use %s", text.Quote(s), k.cure)
	}
	return v, k.check(v, s)
}

// check refuses a number v, written as s, that is not of the kind.
func (k kind) check(v float64, s string) error {
	switch {
	case math.IsInf(v, -1) && k.walls:
		return nil
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("found %s; use %s", s, k.cure)
	case math.Abs(v) > k.largest:
		return fmt.Errorf("%s is above %g in magnitude; use %s", text.Quote(s), k.largest, k.cure)
	}
	return nil
}

// LikeP reports whether numbers that were read as log f look like probabilities: none is negative, two at least are
// positive, and they sum to 1 within 1%, which allows for cut digits.
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

// OpenRows reads data from the file at path, as ReadRows does.
func OpenRows(path string) ([][]float64, error) {
	data, err := text.File(path, "a CSV or .npy file of data, one observation a row")
	if err != nil {
		return nil, err
	}
	return ReadRows(data, path)
}

// ReadRows reads data from the content of a file, one observation a row, in a form that Read takes. A single axis of an
// array is a column. An error is one line that begins with name.
func ReadRows(data, name string) ([][]float64, error) {
	a, err := datum.read(data)
	if err == nil && (len(a.Shape) < 1 || len(a.Shape) > 2) {
		err = fmt.Errorf("%d axes; use an array of data with one observation a row, two axes", len(a.Shape))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return slices.Collect(slices.Chunk(a.Values, len(a.Values)/a.Shape[0])), nil
}

// Check returns an error unless the data are N rows of D numbers, the last of which is 0 or 1 in a Binary model.
func (m Model) Check(y [][]float64) error {
	cure := fmt.Sprintf("for %s use %s of %s", m.Name, text.Count(m.N, "row"), text.Count(m.D, "number"))
	if len(y) != m.N {
		return fmt.Errorf("%s; %s", text.Count(len(y), "row"), cure)
	}
	for i, row := range y {
		if len(row) != m.D {
			return fmt.Errorf("row %d has %s; %s", i+1, text.Count(len(row), "column"), cure)
		}
		if v := row[m.D-1]; m.Binary && v != 0 && v != 1 {
			return fmt.Errorf("row %d, column %d: %g is neither 0 nor 1; %s", i+1, m.D, v, cure)
		}
	}
	return nil
}
