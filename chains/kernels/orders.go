package kernels

import (
	"errors"

	"breadboard/grid"
)

// ordered refuses labels, for a kernel that goes back and forth along an axis.
func ordered(g grid.Grid) error {
	if g.Ordered() {
		return nil
	}
	return errors.New("it goes back and forth along an axis, and labels of three and more have no order")
}

// straight is g with spins as lines of two, back and forth along which one may go. Labels of three and more stay.
func straight(g grid.Grid) grid.Grid {
	kinds := make([]grid.Kind, g.Axes())
	for a := range kinds {
		kinds[a] = g.Kind(a)
		if kinds[a] == grid.Any && g.Len(a) <= 2 {
			kinds[a] = grid.Line
		}
	}
	return g.Of(kinds...)
}
