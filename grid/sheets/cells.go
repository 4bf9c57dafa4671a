package sheets

import (
	"fmt"
	"regexp"
	"slices"

	"breadboard/grid"
	"breadboard/grid/npy"
)

// A Part is one of the columns that together give a cell. The cell of a row is the sum of the values of its parts, each
// times its Stride.
type Part struct {
	Name   string
	Stride int // the distance between the cells of neighbouring values
	Len    int // the number of values
}

// Number returns the form of a cell by its number, in a column of this name.
func Number(name string, g grid.Grid) []Part { return []Part{{name, 1, g.Size()}} }

// Along returns the form of a cell by its places along the axes, in columns of these names.
func Along(g grid.Grid, names ...string) (parts []Part) {
	for axis, name := range names {
		parts = append(parts, Part{name, g.Stride(axis), g.Len(axis)})
	}
	return parts
}

// numbered returns the names x_1, x_2 and so on of some axes.
func numbered(axes int) (names []string) {
	for a := range axes {
		names = append(names, fmt.Sprint("x_", a+1))
	}
	return names
}

// CellNames returns the first names for a cell of g: the name of its number, or those of its places along the axes.
func CellNames(number string, g grid.Grid) [][]string {
	names := [][]string{{number}}
	if g.Axes() > 1 {
		names = append(names, numbered(g.Axes()))
	}
	return names
}

// Forms returns the ways in which a file may write a cell of g: its number, or its places along the axes. The first
// form whose columns are all in the file is read.
func Forms(g grid.Grid) [][]Part {
	all := [][]Part{Number("state", g), Number("cell", g), Along(g, numbered(g.Axes())...)}
	if g.Axes() == 2 {
		all = append(all, Along(g, "row", "col"), Along(g, "i", "j"))
	}
	return all
}

// alongAxes is the index in Forms of the first form without a cell's number: x_1 and so on.
const alongAxes = 2

// NamesOf returns the names of the columns of a form.
func NamesOf(form []Part) (names []string) {
	for _, p := range form {
		names = append(names, p.Name)
	}
	return names
}

// axis matches the names of columns of places along axes.
var axis = regexp.MustCompile(`^x_[0-9]+$`)

// CellForm returns the form in which the file writes cells of g: the first whose columns are all there, or else x_1 and
// so on, of which the file lacks one. A column of an axis that g does not have is an error, and so is an array of
// places along other axes.
func (s *Sheet) CellForm(g grid.Grid) ([]Part, error) {
	if s.parts > 1 && s.parts != g.Axes() {
		return nil, s.Wrong(fmt.Errorf("the shape is %s; use (chains, draws) of cells, or (chains, draws, %d) of "+
			"places along the axes of %v", npy.Tuple(s.Shape), g.Axes(), g))
	}
	forms := Forms(g)
	at := slices.IndexFunc(forms, s.has)
	if at < 0 {
		at = alongAxes
	}
	for _, name := range s.Names {
		if at >= alongAxes && axis.MatchString(name) && !slices.Contains(NamesOf(forms[at]), name) {
			return nil, s.Wrong(fmt.Errorf("a column %s, and %v has axes 1 to %d; use a column for each of these",
				name, g, g.Axes()))
		}
	}
	return forms[at], nil
}

// has reports whether the file has a column for each part.
func (s *Sheet) has(form []Part) bool {
	return !slices.ContainsFunc(form, func(p Part) bool { return !slices.Contains(s.Names, p.Name) })
}
