package toys

import (
	"math"

	"breadboard/grid"
)

// Funnel is Neal's funnel (Slice sampling, 2003, Section 8) with one variable and its
// scale, on 7x13 cells: v runs from -3 at the bottom to 3 at the top and is N(0, 3); x
// runs from -6 to 6 and is N(0, e^(v/2)) given v. Both parameters are standard
// deviations.
//
// Chains do not get stuck anywhere, and J falls like 1/T². But the walls of the neck are
// hundreds of nats high. A chain that stands on a wall as the neck closes in loses log
// weight for good. So B falls like 1/T only, and is a hundred times J at T = 1000.
func Funnel() Target {
	const rows, cols = 7, 13
	g := grid.New(rows, cols)
	logf := make([]float64, g.Size())
	for i := range logf {
		v, x := float64(3-g.Coord(i, 0)), float64(g.Coord(i, 1)-6)
		logf[i] = -v*v/18 - v/2 - x*x*math.Exp(-v)/2
	}
	return Target{Name: "funnel", Grid: g, LogF: logf}
}
