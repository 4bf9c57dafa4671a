package toys

import "breadboard/grid"

// Barrier is the paper's third toy (BREAD, Eq. 24): log f is 3 in the upper right
// quadrant, 0 in the other three, and -10 on the row and the column between them. The
// mode in the upper right has 87% of the mass.
func Barrier() Target {
	g := grid.New(7, 7)
	logf := make([]float64, g.Size())
	for x := range logf {
		row, col := g.Coord(x, 0), g.Coord(x, 1)
		switch {
		case row == 3 || col == 3:
			logf[x] = -10
		case row < 3 && col > 3:
			logf[x] = 3
		}
	}
	return Target{Name: "barrier", Grid: g, LogF: logf}
}
