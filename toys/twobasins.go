package toys

import (
	"fmt"
	"math"

	"breadboard/grid"
)

// TwoBasins is a valley of 5x13 cells with a ridge across it: with s from -1.2 to
// 1.2 along the valley and r from -1 to 1 across, log f = s - depth (s² - 1)² - r².
//
// It is one failure with a dial. As β grows the basin at s = 1 gains on the other one,
// and chains cross to it as long as the ridge, β depth, is a few nats high. The others
// stay where they are. At T = 1000 J is 0.002 without a ridge, 0.09 at depth 4, 0.37 at
// 8 and 0.61 at 16. TwoBasins panics unless depth is finite and not negative.
func TwoBasins(depth float64) Target {
	if !(depth >= 0 && depth <= math.MaxFloat64) {
		panic(fmt.Sprintf("toys: basins of depth %v", depth))
	}
	const rows, cols = 5, 13
	g := grid.New(rows, cols)
	logf := make([]float64, g.Size())
	for x := range logf {
		r := float64(g.Coord(x, 0))/2 - 1
		s := float64(g.Coord(x, 1))/5 - 1.2
		logf[x] = s - depth*(s*s-1)*(s*s-1) - r*r
	}
	return Target{Name: fmt.Sprintf("two-basins:%v", depth), Grid: g, LogF: logf}
}

func twoBasinsOf(params []string, _ uint64) (grid.Grid, func() Target, error) {
	depth, err := real("DEPTH", params[0], 0, 1e6)
	return small(TwoBasins(depth), err)
}
