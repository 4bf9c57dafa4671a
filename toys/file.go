package toys

import (
	"fmt"
	"io"
	"math"
	"os"

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
const wouldDo = "a CSV, .npy or .npz file of log f"

// Open reads the target in the file at path, as Read does; "file.npz:name" is the array of that
// name. The target's name is the path.
func Open(path string, d Density) (Target, error) {
	return opened(path, wouldDo, func(r io.Reader, name string) (Target, error) { return Read(r, name, d) })
}

// OpenInitial reads the initial log density in the file at path, as ReadInitial does.
func OpenInitial(path string, d Density, g grid.Grid) ([]float64, error) {
	return opened(path, wouldDo,
		func(r io.Reader, name string) ([]float64, error) { return ReadInitial(r, name, d, g) })
}

// OpenFunction reads a function of the cells of a target on g from the file at path: in a form
// that Read takes, one number a cell. On a grid that has not two axes the numbers are those of the
// states in their order, in one row or one column.
func OpenFunction(path string, g grid.Grid) ([]float64, error) {
	const would = "a CSV, .npy or .npz file of numbers, one a cell,"
	return opened(path, would, func(r io.Reader, name string) ([]float64, error) {
		table, err := parse(r, name, LogF, mostEntries)
		if err != nil {
			return nil, err
		}
		box, values := table.box, table.logf
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
	file, _ := npy.Member(path)
	f, err := os.Open(file)
	if err != nil {
		return t, text.Unreadable(path, err, would)
	}
	defer f.Close()
	return read(f, path)
}

// Read reads a target on a grid. Its numbers are what d says, and not normalised. The form is
// CSV, one row of the grid a line, or an array of NumPy of as many axes as the grid has, in the
// form of .npy or .npz. A grid from CSV always has two axes: a single line of N numbers is a grid
// of 1xN, and N lines of one number are one of Nx1. If an archive has several arrays, name ends in
// .npz: and the name of one.
//
// In CSV a byte order mark, blanks around numbers, CRLF and blank lines at the end are passed
// over. There must be at least two cells, one of them with mass, and every log f is at most 1e300
// in magnitude. An error is one line that begins with name and counts rows and columns from 1.
func Read(r io.Reader, name string, d Density) (Target, error) {
	return ReadUpTo(r, name, d, mostEntries)
}

// ReadUpTo is Read of so many cells at most. An archive may be a thousand times as large as its file, and is
// refused before it is unpacked.
func ReadUpTo(r io.Reader, name string, d Density, cells int) (Target, error) {
	table, err := parse(r, name, d, cells)
	if err != nil {
		return Target{}, err
	}
	target := withWalls(name, table.box, table.logf)
	target.Headed = table.headed
	return target, nil
}

// ReadInitial reads an initial log density for a target on g, in a form that Read takes. It may
// have mass on walls of g, and none on cells that are no walls.
func ReadInitial(r io.Reader, name string, d Density, g grid.Grid) ([]float64, error) {
	table, err := parse(r, name, d, mostEntries)
	if err != nil {
		return nil, err
	}
	if table.box.String() != g.String() {
		return nil, fmt.Errorf("%s: %v cells; the target has %v, and so must the initial density", name, table.box, g)
	}
	return table.logf, nil
}
