package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Line redraws the coordinate along one axis from its conditional given the others. It is
// reversible; alone it never leaves a line.
type Line struct{ Axis int }

// On returns the operator on g, which must have the axis.
func (k Line) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g, k.Axis) }

// Cost counts the rest of a line.
func (k Line) Cost(g grid.Grid) float64 { return float64(g.Len(k.Axis) - 1) }

// Moves is the number of other cells on a line.
func (k Line) Moves(g grid.Grid) float64 { return float64(g.Len(k.Axis) - 1) }

// Proposals is 0: the line is redrawn as a whole.
func (Line) Proposals(grid.Grid) float64 { return 0 }
