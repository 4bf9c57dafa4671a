package operators

import (
	"slices"

	"breadboard/grid"
)

// Walls are the forbidden cells of a grid, rising. An initial density may still have mass
// there. Such mass flows out of the walls and none flows in. That is not symmetric, so the
// fast paths cannot be used.
type Walls []int

// WallsOf lists the walls of g.
func WallsOf(g grid.Grid) (walls Walls) {
	for x := range g.Size() {
		if g.Wall(x) {
			walls = append(walls, x)
		}
	}
	return walls
}

// HaveMass reports whether p is positive on a wall.
func (w Walls) HaveMass(p []float64) bool {
	return slices.ContainsFunc(w, func(x int) bool { return p[x] > 0 })
}
