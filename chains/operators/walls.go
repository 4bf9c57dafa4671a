package operators

import "breadboard/grid"

// Walls are the forbidden cells of a grid, rising. A density may have mass there all
// the same, as an initial density may have: mass then flows out of them and none flows
// in, which is not symmetric, so the fast paths cannot be used.
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
	for _, x := range w {
		if p[x] > 0 {
			return true
		}
	}
	return false
}
