package kernels

import (
	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/grid"
)

// HeatBath is random-scan Gibbs sampling: it picks an axis at random and redraws that coordinate from its conditional
// given the others. It is reversible. A line without mass has no conditional, and the walker stays. The order of values
// plays no part: the kinds of axes make no difference.
type HeatBath struct{}

// On returns the operator on g.
func (HeatBath) On(g grid.Grid) (chains.Operator, error) { return flows.Redraw(g), nil }

// Cost counts the other cells of a line, on average over the axes.
func (HeatBath) Cost(g grid.Grid) float64 { return onLines(g) / float64(g.Axes()) }

// Line redraws the coordinate along one axis from its conditional given the others. It is reversible. Alone it never
// leaves a line.
type Line struct{ Axis int }

// On returns the operator on g, which must have the axis.
func (k Line) On(g grid.Grid) (chains.Operator, error) { return flows.Redraw(g, k.Axis), nil }

// Cost counts the other cells of the line.
func (k Line) Cost(g grid.Grid) float64 { return float64(g.Len(k.Axis) - 1) }

// GibbsSweep is Gibbs sampling in a fixed order: it redraws the coordinate along axis 0
// from its conditional given the others, then that along axis 1, and so on. It leaves the density invariant and is not
// reversible on a grid of several axes; its reversal begins with the last axis. The kinds of axes make no difference.
type GibbsSweep struct{}

// On returns the operator on g.
func (k GibbsSweep) On(g grid.Grid) (chains.Operator, error) { return k.lines(g).On(g) }

// Cost counts the other cells of a line along every axis. The density of the cell where a
// redraw ends is known from the redraw.
func (k GibbsSweep) Cost(g grid.Grid) float64 { return k.lines(g).Cost(g) }

// lines returns the redraws of one sweep, in their order.
func (GibbsSweep) lines(g grid.Grid) (all Cycle) {
	for axis := range g.Axes() {
		all.Kernels = append(all.Kernels, Line{axis})
	}
	return all
}

// Perfect draws from p_t, wherever it was: J is 0, and B is the sum of the Jeffreys
// divergences of neighbouring levels. It redraws along one line of all cells. The kinds of axes make no difference.
type Perfect struct{}

// On returns the operator on g.
func (Perfect) On(g grid.Grid) (chains.Operator, error) { return flows.Line(g), nil }

// Cost counts all other cells.
func (Perfect) Cost(g grid.Grid) float64 { return float64(g.Size() - 1) }

// onLines counts the other cells on the lines through a cell.
func onLines(g grid.Grid) float64 { return GibbsSweep{}.Cost(g) }
