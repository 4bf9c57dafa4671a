package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// HeatBath is random-scan Gibbs sampling: it picks an axis at random and redraws that
// coordinate from its conditional given the others. It is reversible. A line without mass
// has no conditional; there the walker stays.
type HeatBath struct{}

// On returns the operator on g.
func (HeatBath) On(g grid.Grid) chains.Operator {
	axes := make([]int, g.Axes())
	for a := range axes {
		axes[a] = a
	}
	return operators.NewRedraw(g, axes...)
}

// Cost counts the rest of a line, on average over the axes.
func (HeatBath) Cost(g grid.Grid) float64 { return restOfLines(g) / float64(g.Axes()) }

// Moves is the number of other cells on the lines through a cell.
func (HeatBath) Moves(g grid.Grid) float64 { return restOfLines(g) }

// Proposals is 0: lines are redrawn as a whole.
func (HeatBath) Proposals(grid.Grid) float64 { return 0 }

// restOfLines is the number of other cells on the lines through a cell.
func restOfLines(g grid.Grid) float64 {
	sum := 0.0
	for axis := range g.Axes() {
		sum += float64(g.Len(axis) - 1)
	}
	return sum
}
