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
// has no conditional; there the walker stays. The order of values plays no part: all kinds of
// axes are alike.
type HeatBath struct{}

func (HeatBath) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g) }

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

func (k Line) Definition(g grid.Grid) chains.Definition { return chains.Redrawn{Grid: g, Axis: k.Axis} }

// Facts counts the other cells of the line.
func (k Line) Facts(g grid.Grid) chains.Facts {
	rest := float64(g.Len(k.Axis) - 1)
	return chains.Facts{Cost: rest, Moves: rest}
}

// GibbsSweep is Gibbs sampling in a fixed order: it redraws the coordinate along axis 0
// from its conditional given the others, then that along axis 1, and so on. It leaves the
// density invariant and is not reversible on a grid of several axes; its reversal begins
// with the last. All kinds of axes are alike.
type GibbsSweep struct{}

func (GibbsSweep) On(g grid.Grid) chains.Operator { return sweep(g).On(g) }

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
