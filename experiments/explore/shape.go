package explore

import "breadboard/grid"

// shapeOf folds a grid as every picture does, and marks its walls.
func shapeOf(g grid.Grid) Shape {
	s := Shape{Axes: g.Lens(), Walls: make([]bool, g.Size())}
	s.Rows, s.Columns = g.Folded()
	for x := range s.Walls {
		s.Walls[x] = g.Wall(x)
	}
	return s
}
