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

// straight returns an ordered g with spins as lines of two, which have the moves back and forth.
func straight(g grid.Grid) grid.Grid {
	kinds := g.Kinds()
	for a, kind := range kinds {
		if kind == grid.Any {
			kinds[a] = grid.Line
		}
	}
	return g.Of(kinds...)
}

// mostJoined bounds the number of cells that may all be joined to each other. Their edges take 200 MB.
const mostJoined = 4096

// tooMany refuses moves from each cell to others if they have more edges than mostJoined cells.
func tooMany(g grid.Grid, others float64) error {
	if float64(g.Size())*others <= mostJoined*mostJoined {
		return nil
	}
	return fmt.Errorf("it moves from each cell to %.0f others, which on %d cells are too many edges", others, g.Size())
}
