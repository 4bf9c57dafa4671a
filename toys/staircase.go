package toys

import (
	"math"

	"breadboard/grid"
)

// Staircase is a corridor of 31 cells that winds up through a box of 7x7 between walls.
// After every fourth cell log f is higher by 2.
//
// There is one mode, and every proposed step towards it is accepted. But a chain from
// the bottom has thirty steps to go, most of them on flat treads where up and down are
// equally likely. J stays above 4 up to T = 100 and is below 0.05 at T = 1000. B adds up
// the cost of the whole climb, and is then still eighty times as large as J: here the
// bound fails.
func Staircase() Target {
	const side, tread, rise = 7, 4, 2.0
	g := grid.New(side, side)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Inf(-1)
	}
	walked := 0
	for row := side - 1; row >= 0; row-- { // from the bottom
		for col := range side {
			switch {
			case row%4 == 0: // to the left
				col = side - 1 - col
			case row%4 == 1 && col < side-1, row%4 == 3 && col > 0: // a wall
				continue
			}
			logf[g.Index(row, col)] = rise * float64(walked/tread)
			walked++
		}
	}
	return withWalls("staircase", g, logf)
}
