package kernels

import (
	"math/big"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// HeatBath is random-scan Gibbs sampling: it picks an axis at random and redraws that
// coordinate from its conditional given the others. It is reversible. A line without mass
// has no conditional; there the walker stays.
type HeatBath struct{}

func (HeatBath) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g) }

// Definition is one of the Lines.
func (HeatBath) Definition(g grid.Grid) chains.Definition {
	all := chains.OneOf{Shares: slices.Repeat([]*big.Rat{big.NewRat(1, int64(g.Axes()))}, g.Axes())}
	for a := range g.Axes() {
		all.Parts = append(all.Parts, chains.Redrawn{Grid: g, Axis: a})
	}
	return all
}

// Facts counts the other cells of a line, on average over the axes.
func (HeatBath) Facts(g grid.Grid) chains.Facts {
	rest := reach(g, g.Size())
	return chains.Facts{Cost: rest / float64(g.Axes()), Moves: rest}
}

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

// Blocks is Gibbs sampling by blocks of coordinates. The axes are cut, in their order, into
// blocks of Axes each, the last perhaps shorter; one block is picked at random, each as
// probable, and all its coordinates are redrawn together from their conditional given the
// others. It is reversible. With one axis a block it is HeatBath, with all in one block
// Perfect.
type Blocks struct{ Axes int }

// On returns the operator on g. It panics if Axes is below 1.
func (k Blocks) On(g grid.Grid) chains.Operator { return HeatBath{}.On(g.Merged(k.Axes)) }

// Definition is a block redrawn.
func (k Blocks) Definition(g grid.Grid) chains.Definition {
	return HeatBath{}.Definition(g.Merged(k.Axes))
}

// Facts counts the other cells of a block, on average over the blocks.
func (k Blocks) Facts(g grid.Grid) chains.Facts { return HeatBath{}.Facts(g.Merged(k.Axes)) }

// GibbsSweep is Gibbs sampling in a fixed order: it redraws the coordinate along axis 0
// from its conditional given the others, then that along axis 1, and so on. It leaves the
// density invariant and is not reversible on a grid of several axes; its reversal begins
// with the last.
type GibbsSweep struct{}

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
