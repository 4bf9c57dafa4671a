package toys

import (
	"math"

	"breadboard/grid"
)

// Staircase is a corridor of 31 cells that winds up through a box of 7x7 between
// walls: after every fourth cell log f is 2 more.
//
// There is one mode, and every step towards it is taken where it is offered; a
// chain from the bottom still has thirty of them to walk, on treads that lead
// nowhere. J stays above 4 up to T = 100 and is below 0.05 at T = 1000, while B,
// which keeps a record of the climb, is then still eighty times as large: here it
// is the bound that fails.
func Staircase() Target {
	const side, tread, rise = 7, 4, 2.0
	g := grid.New(side, side)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Inf(-1)
	}
	walked := 0
	walk := func(row, col int) {
		logf[g.Index(row, col)] = rise * float64(walked/tread)
		walked++
	}
	for row := side - 1; row >= 0; row-- { // from the bottom
		switch row % 4 {
		case 2:
			for col := range side {
				walk(row, col)
			}
		case 1:
			walk(row, side-1)
		case 0:
			for col := side - 1; col >= 0; col-- {
				walk(row, col)
			}
		case 3:
			walk(row, 0)
		}
	}
	return withWalls("staircase", g, logf)
}
