package toys

import (
	"fmt"
	"math"
)

// Potts is the Potts model on a torus of rows x cols sites, an axis of this many
// states each: log f is coupling times the number of bonds whose two ends agree,
// with the bonds of Ising. A move raises or lowers one site by one, without coming
// round from the last state to the first; heat-bath redraws it. It panics unless
// there are at least two sites and two states, and at most MostCells cells.
//
// With many states it is the kernel that fails, and not the landscape: a site finds
// the state of its neighbours by a random walk among others that are all as bad. On
// 2x2 sites of 10 states with coupling 4, J at T = 100 is 11 by single moves and
// 3e-4 by heat-bath.
func Potts(rows, cols, states int, coupling float64) Target {
	n := rows * cols
	if rows < 1 || cols < 1 || n < 2 || states < 2 || !fits(states, n) {
		panic(fmt.Sprintf("toys: a Potts model of %dx%d sites with %d states", rows, cols, states))
	}
	g := cube(states, n)
	logf := make([]float64, g.Size())
	bonds := torus(rows, cols)
	for x := range logf {
		agree := 0
		for _, b := range bonds {
			if g.Coord(x, b[0]) == g.Coord(x, b[1]) {
				agree++
			}
		}
		logf[x] = coupling * float64(agree)
	}
	return Target{Name: fmt.Sprintf("potts:%dx%d:%d:%v", rows, cols, states, coupling), Grid: g, LogF: logf}
}

// fits reports whether states to the power sites is at most MostCells.
func fits(states, sites int) bool {
	return float64(sites)*math.Log2(float64(states)) <= math.Log2(MostCells)
}
