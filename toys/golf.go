package toys

import "breadboard/grid"

// Golf is one deep hole in a green of 9x9 cells that rises, a little and evenly,
// away from it: log f is 9 in the hole, 0 beside it, and a quarter more for every
// row or column further off.
//
// There is no barrier and one mode, which holds nine tenths of the mass, and still
// J falls slowly: nothing leads to the hole, and what leads anywhere leads away. By
// T = 100 less than half of what belongs into the hole has come across it.
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
