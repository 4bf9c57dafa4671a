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
func (GibbsSweep) On(g grid.Grid) chains.Operator { return sweep(g).On(g) }

// Definition redraws line by line.
func (GibbsSweep) Definition(g grid.Grid) chains.Definition { return sweep(g).Definition(g) }

// Facts counts the other cells of a line along every axis. The density of the cell where a
// redraw ends is known from the redraw.
func (GibbsSweep) Facts(g grid.Grid) chains.Facts { return sweep(g).Facts(g) }

func sweep(g grid.Grid) Cycle {
	var lines []chains.Kernel
	for a := range g.Axes() {
		lines = append(lines, Line{a})
	}
	return Cycle{lines}
}
