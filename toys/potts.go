package toys

import (
	"fmt"
	"math"

	"breadboard/grid"
)

// Potts is the Potts model on a torus of rows x cols sites: log f is coupling times the
// number of bonds whose two ends are in the same state. It has the bonds of Ising. Each
// site is an axis with a cell for each state. A move raises or lowers one site by one
// state, and does not lead from the last state to the first; heat-bath redraws a site.
// It panics unless there are at least two sites and two states, and at most MostCells
// cells.
//
// With many states the kernel fails, and not the landscape: a site must find the state
// of its neighbours by a random walk among other states, which are all equally bad. On
// 2x2 sites of 10 states with coupling 4, J at T = 100 is 11 by single moves and 3e-4 by
// heat-bath.
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

func pottsOf(params []string, _ uint64) (grid.Grid, func() Target, error) {
	rows, cols, err := box(params[0])
	if err != nil {
		return grid.Grid{}, nil, err
	}
	states, err := whole("STATES", params[1], 2, MostCells)
	if n := rows * cols; err == nil && !fits(states, n) {
		err = fmt.Errorf("%dx%d sites of %d states are %d^%d cells; up to %d cells would do",
			rows, cols, states, states, n, MostCells)
	}
	if err != nil {
		return grid.Grid{}, nil, err
	}
	coupling, err := real("COUPLING", params[2], -1e6, 1e6)
	return cube(states, rows*cols), func() Target { return Potts(rows, cols, states, coupling) }, err
}

// fits reports whether there are at most MostCells = states^sites cells.
func fits(states, sites int) bool {
	return float64(sites)*math.Log2(float64(states)) <= math.Log2(MostCells)
}
