package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// GibbsSweep is Gibbs sampling in a fixed order: it redraws the coordinate along axis 0
// from its conditional given the others, then that along axis 1, and so on. It leaves the
// density invariant and is not reversible on a grid of several axes; its reversal begins
// with the last.
type GibbsSweep struct{}

// On returns the operator on g.
func (GibbsSweep) On(g grid.Grid) chains.Operator {
	var lines []chains.Kernel
	for a := range g.Axes() {
		lines = append(lines, Line{a})
	}
	return Cycle{lines}.On(g)
}

// Cost counts the rest of a line along every axis. The density of the cell that a
// redraw ends in is known from the redraw.
func (GibbsSweep) Cost(g grid.Grid) float64 { return restOfLines(g) }

// Proposals is 0: lines are redrawn as a whole.
func (GibbsSweep) Proposals(grid.Grid) float64 { return 0 }
