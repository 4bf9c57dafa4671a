package toys

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// mostEntries is the largest number of entries of an array: 2^25, as many as the longest CSV
// file may have.
const mostEntries = 1 << 25

// A table is a box of numbers from a file, as log f.
type table struct {
	box    grid.Grid // without walls
	logf   []float64
	headed bool // the first row looks like the names of columns
}

// parse reads a box of numbers, and returns their log f. The form of the file shows in its first
// bytes. There may be so many numbers at most.
func parse(r io.Reader, name string, d Density, most int) (t table, err error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return t, text.Unreadable(name, err, wouldDo)
	}
	_, member := npy.Member(name)
	switch {
	case string(head) == npy.Magic:
		t, err = boxOf(d, most, func(check npy.Check) (npy.Array, error) { return npy.Read(in, check) })
	case strings.HasPrefix(string(head), npy.MagicZip):
		t, err = parseArchive(in, member, d, most)
	case member != "":
		err = fmt.Errorf("no archive, so it has no array %s; one of numpy.savez would do", text.Quote(member))
	default:
		t, err = parseCSV(in, d, most)
	}
	if err != nil {
		return table{}, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// parseArchive reads an array from an archive, whose directory is at its end: it has to fit in
// memory.
func parseArchive(r io.Reader, member string, d Density, most int) (table, error) {
	data, err := text.ReadAll(r, 8*mostEntries)
	if err != nil {
		return table{}, fmt.Errorf("%w; %s would do", text.Pathless(err), wouldDo)
	}
	return boxOf(d, most, func(check npy.Check) (npy.Array, error) {
		return npy.ReadArchive(strings.NewReader(data), int64(len(data)), member, check)
	})
}

// boxOf reads an array and takes its numbers for what d says.
func boxOf(d Density, most int, read func(npy.Check) (npy.Array, error)) (t table, err error) {
	a, err := read(func(shape []int) error {
		if len(shape) == 0 {
			return errors.New("a single number, and no array; an array of at least two would do")
		}
		return npy.Most(most)(shape)
	})
	if err != nil {
		return t, err
	}
	var wrong text.Faults
	for i, v := range a.Values {
		if a.Values[i], err = d.logOf(v, fmt.Sprint(v)); err != nil {
			if wrong.Add("%s: %w", npy.Place(a.Shape, i), err); wrong.Full() {
				break
			}
		}
	}
	if err := errorOf(&wrong, a.Values, d, npy.Place(a.Shape, 0)); err != nil {
		return t, err
	}
	return table{box: grid.New(a.Shape...), logf: a.Values}, nil
}

// errorOf returns the faults of numbers, or a fault of all of them together, or nil.
func errorOf(wrong *text.Faults, logf []float64, d Density, first string) error {
	switch {
	case wrong.Err() != nil:
		return wrong
	case len(logf) == 1:
		return fmt.Errorf("%s is the only cell; a grid of at least two would do", first)
	case !slices.ContainsFunc(logf, func(v float64) bool { return !math.IsInf(v, -1) }):
		return fmt.Errorf("every cell is %s; one at least must have mass, that is, %s", d.wall(), d.mass())
	}
	return nil
}

// parseCSV reads a box of numbers, which has as many columns as its first row.
func parseCSV(r io.Reader, d Density, most int) (table, error) {
	data, err := text.ReadAll(r, maxBytes)
	if err != nil {
		return table{}, fmt.Errorf("%w; %s would do", text.Pathless(err), wouldDo)
	}
	c := cells{density: d}
	if err := c.read(data); err != nil {
		return table{}, err
	}
	if len(c.logf) > most {
		return table{}, fmt.Errorf("%d rows of %s; up to %d numbers would do", c.rows,
			text.Count(c.cols, "number"), most)
	}
	return table{grid.New(c.rows, c.cols), c.logf, c.names.headed()}, nil
}

// cells are the numbers of a CSV file that have been read so far. No row is kept as text.
type cells struct {
	density    Density
	rows, cols int
	logf       []float64
	names      names
	wrong      text.Faults
}

// read reads all rows, or as many as it takes to see that the file is no table of log f. After the first
// row it makes room for as many numbers in every line.
func (c *cells) read(data string) error {
	data = text.Trim(data)
	if len(data) == 0 {
		return errors.New("empty; log f as CSV, one grid row a line, would do")
	}
	for row, err := range text.Rows(data, "grid") {
		if err != nil {
			return err
		}
		if c.add(row); c.wrong.Full() {
			break
		}
		if c.rows == 1 && c.wrong.Err() == nil { // a number takes at least a digit, and a comma or a line break
			c.logf = slices.Grow(c.logf, min(c.cols*strings.Count(data, "\n"), 1+len(data)/2))
		}
	}
	return errorOf(&c.wrong, c.logf, c.density, "row 1, column 1")
}

// add reads the next row.
func (c *cells) add(row text.Row) {
	columns := row.Len()
	if c.rows++; c.rows == 1 {
		c.cols = columns
	}
	if columns != c.cols {
		c.wrong.Add("row %d has %s, and row 1 has %d; rows of one length would do",
			c.rows, text.Count(columns, "column"), c.cols)
	}
	c.names.add(row, c.rows)
	for j, s := range row.Fields() {
		v, err := c.density.read(s)
		if err != nil {
			c.wrong.Add("row %d, column %d: %w", c.rows, j+1, err)
		}
		if c.logf = append(c.logf, v); c.wrong.Full() {
			break
		}
	}
}
