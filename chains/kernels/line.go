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

// Definition is the line redrawn.
func (k Line) Definition(g grid.Grid) chains.Definition { return chains.Redrawn{Grid: g, Axis: k.Axis} }

// Facts counts the other cells of the line.
func (k Line) Facts(g grid.Grid) chains.Facts {
	rest := float64(g.Len(k.Axis) - 1)
	return chains.Facts{Cost: rest, Moves: rest}
}
