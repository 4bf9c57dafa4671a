package toys

import "breadboard/grid"

// Golf is one deep hole in a green of 9x9 cells that rises gently away from it: log f is
// 9 in the hole, 0 beside it, and a quarter more for each row or column further away.
//
// There is no barrier, and one mode with nine tenths of the mass, and still J falls
// slowly: the slope of the green leads away from the hole. By T = 100 less than half of
// the mass that belongs in the hole has found it.
func Golf() Target {
	const side, deep, rise = 9, 9, 0.25
	g := grid.New(side, side)
	logf := make([]float64, g.Size())
	for x := range logf {
		row, col := g.Coord(x, 0)-5, g.Coord(x, 1)-6
		away := max(row, -row, col, -col)
		logf[x] = rise * float64(away-1)
		if away == 0 {
			logf[x] = deep
		}
	}
	return Target{Name: "golf", Grid: g, LogF: logf}
}
