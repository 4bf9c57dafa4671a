package toys

import (
	"bufio"
	"bytes"
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

// parse reads a box of numbers, and returns their log f. The form of the file shows in its first
// bytes.
func parse(r io.Reader, name string, d Density) (grid.Grid, []float64, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return grid.Grid{}, nil, text.Unreadable(name, err, wouldDo)
	}
	_, member := npy.Member(name)
	var g grid.Grid
	var logf []float64
	switch {
	case string(head) == npy.Magic:
		g, logf, err = boxOf(d, func(check npy.Check) (npy.Array, error) { return npy.Read(in, check) })
	case strings.HasPrefix(string(head), npy.MagicZip):
		g, logf, err = parseArchive(in, member, d)
	case member != "":
		err = fmt.Errorf("no archive, so it has no array %s; one of numpy.savez would do", text.Quote(member))
	default:
		g, logf, err = parseCSV(in, d)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return g, logf, err
}

// parseArchive reads an array from an archive, whose directory is at its end: it has to fit in
// memory.
func parseArchive(r io.Reader, member string, d Density) (grid.Grid, []float64, error) {
	data, err := io.ReadAll(io.LimitReader(r, 8*mostEntries+1))
	switch {
	case err != nil:
		return grid.Grid{}, nil, fmt.Errorf("%w; %s would do", text.Pathless(err), wouldDo)
	case len(data) > 8*mostEntries:
		return grid.Grid{}, nil, fmt.Errorf("longer than %d MiB; a .npy file of one array would do", 8*mostEntries>>20)
	}
	return boxOf(d, func(check npy.Check) (npy.Array, error) {
		return npy.ReadArchive(bytes.NewReader(data), int64(len(data)), member, check)
	})
}

// boxOf reads an array and takes its numbers for what d says.
func boxOf(d Density, read func(npy.Check) (npy.Array, error)) (g grid.Grid, logf []float64, err error) {
	a, err := read(func(shape []int) error {
		if len(shape) == 0 {
			return errors.New("a single number, and no array; an array of at least two would do")
		}
		return npy.Most(mostEntries)(shape)
	})
	if err != nil {
		return g, nil, err
	}
	var wrong text.Faults
	for i, v := range a.Values {
		if a.Values[i], err = d.logOf(v, fmt.Sprint(v)); err != nil {
			wrong.Add("%s: %w", npy.Place(a.Shape, i), err)
		}
	}
	if err := errorOf(&wrong, a.Values, d, npy.Place(a.Shape, 0)); err != nil {
		return g, nil, err
	}
	return grid.New(a.Shape...), a.Values, nil
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
func parseCSV(r io.Reader, d Density) (grid.Grid, []float64, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return grid.Grid{}, nil, fmt.Errorf("%w; %s would do", text.Pathless(err), wouldDo)
	}
	c := cells{density: d}
	if err := c.read(data); err != nil {
		return grid.Grid{}, nil, err
	}
	return grid.New(c.rows, c.cols), c.logf, nil
}

// cells are the numbers of a CSV file that have been read so far. No row is kept as text.
type cells struct {
	density    Density
	rows, cols int
	logf       []float64
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
	return errorOf(&c.wrong, c.logf, c.density, "row 1, column 1")
}

// add reads the next row.
func (c *cells) add(row []string) {
	c.rows++
	if len(row) != c.cols {
		c.wrong.Add("row %d has %s, and row 1 has %d; rows of one length would do",
			c.rows, text.Count(len(row), "column"), c.cols)
	}
	for j, s := range row {
		v, err := c.density.read(s)
		if err != nil {
			c.wrong.Add("row %d, column %d: %w", c.rows, j+1, err)
		}
		c.logf = append(c.logf, v)
	}
}
