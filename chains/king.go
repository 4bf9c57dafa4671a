package chains

import (
	"math"

	"breadboard/grid"
)

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one
// along every axis, with equal probability, and accepts with min(1, f(y)/f(x));
// moves off the grid are rejected, also by cells that have fewer. That makes the
// proposal symmetric and the kernel reversible.
type King struct{}

// On returns the operator on g.
func (King) On(g grid.Grid) Operator {
	near := make([][]int, g.Size())
	for x := range near {
		near[x] = touching(g, x)
	}
	return newSymmetric(g, 1/(math.Pow(3, float64(g.Axes()))-1), func(x int, visit func(y int)) {
		for _, y := range near[x] {
			visit(y)
		}
	})
}

// Cost is 1, the proposal.
func (King) Cost(grid.Grid) float64 { return 1 }

// touching lists the cells that a king reaches from x in one move.
func touching(g grid.Grid, x int) []int {
	all := []int{x}
	for a := range g.Axes() {
		c, stride := g.Coord(x, a), g.Stride(a)
		for _, y := range all {
			if c > 0 {
				all = append(all, y-stride)
			}
			if c < g.Len(a)-1 {
				all = append(all, y+stride)
			}
		}
	}
	return all[1:]
}
