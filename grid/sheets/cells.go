package sheets

import (
	"fmt"
	"regexp"
	"slices"

	"breadboard/grid"
)

// A Part is one of the columns that together say a cell. The cell of a row is the sum of the values of its parts, each
// times its Stride.
type Part struct {
	Name   string
	Stride int // the distance between the cells of neighbouring values
	Len    int // how many values there are
}

// Number is a cell as its number, in a column of this name.
func Number(name string, g grid.Grid) []Part { return []Part{{name, 1, g.Size()}} }

// Along is a cell as its places along the axes, in columns of these names.
func Along(g grid.Grid, names ...string) (parts []Part) {
	for axis, name := range names {
		parts = append(parts, Part{name, g.Stride(axis), g.Len(axis)})
	}
	return parts
}

// axes are the names x_1, x_2 and so on of the axes of g.
func axes(g grid.Grid) (names []string) {
	for a := range g.Axes() {
		names = append(names, fmt.Sprint("x_", a+1))
	}
	return names
}

// CellNames are the names that a cell of g has first: its number's, or those of its places along the axes.
func CellNames(number string, g grid.Grid) [][]string {
	names := [][]string{{number}}
	if g.Axes() > 1 {
		names = append(names, axes(g))
	}
	return names
}

// Forms are the ways in which a file may write a cell of g. The first that it has whole is the one that is read.
func Forms(g grid.Grid) (all [][]Part) {
	for _, name := range numbered {
		all = append(all, Number(name, g))
	}
	return append(all, places(g)...)
}

// numbered are the names of columns that have the number of a cell.
var numbered = []string{"state", "cell"}

// places are the ways to write a cell as its places along the axes, x_1 and so on first.
func places(g grid.Grid) [][]Part {
	all := [][]Part{Along(g, axes(g)...)}
	if g.Axes() == 2 {
		all = append(all, Along(g, "row", "col"), Along(g, "i", "j"))
	}
	return all
}

// NamesOf are the names of the columns of a form.
func NamesOf(form []Part) (names []string) {
	for _, p := range form {
		names = append(names, p.Name)
	}
	return names
}

// axis matches the names of columns of places along axes.
var axis = regexp.MustCompile(`^x_[0-9]+$`)

// CellForm is the form in which the file writes cells of g: the first that it has whole, or else x_1 and so on, of
// which it lacks one. A place along an axis that g does not have is an error: the file is of another grid.
func (s *Sheet) CellForm(g grid.Grid) ([]Part, error) {
	for _, name := range numbered {
		if slices.Contains(s.Names, name) {
			return Number(name, g), nil
		}
	}
	ways := places(g)
	form := ways[0]
	for _, w := range ways {
		if s.has(w) {
			form = w
			break
		}
	}
	for _, name := range s.Names {
		if axis.MatchString(name) && !slices.Contains(NamesOf(form), name) {
			return nil, s.Wrong(fmt.Errorf("a column %s, and %v has axes 1 to %d; a column for each of these would do",
				name, g, g.Axes()))
		}
	}
	return form, nil
}

// has reports whether the file has a column for each part.
func (s *Sheet) has(form []Part) bool {
	for _, name := range NamesOf(form) {
		if !slices.Contains(s.Names, name) {
			return false
		}
	}
	return true
}
