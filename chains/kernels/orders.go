package kernels

import (
	"errors"
	"fmt"

	"breadboard/grid"
)

// ordered refuses labels, for a kernel that goes back and forth along an axis.
func ordered(g grid.Grid) error {
	if g.Ordered() {
		return nil
	}
	return errors.New("it goes back and forth along an axis, and labels of three and more have no order")
}

// straight is an ordered g with spins as lines of two, back and forth along which one may go.
func straight(g grid.Grid) grid.Grid {
	kinds := g.Kinds()
	for a, kind := range kinds {
		if kind == grid.Any {
			kinds[a] = grid.Line
		}
	}
	return g.Of(kinds...)
}

// mostJoined is the largest number of cells of which any two are joined by an edge. Their edges take 200 MB.
const mostJoined = 4096

// tooMany refuses moves from each cell to others whose edges are more than mostJoined cells have.
func tooMany(g grid.Grid, others float64) error {
	if float64(g.Size())*others <= mostJoined*mostJoined {
		return nil
	}
	return fmt.Errorf("it moves from each cell to %.0f others, which on %d cells are too many edges", others, g.Size())
}
