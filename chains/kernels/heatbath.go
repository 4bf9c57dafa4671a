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
func (HeatBath) On(g grid.Grid) chains.Operator { return operators.NewRedraw(g) }

// Definition is one of the Lines.
func (HeatBath) Definition(g grid.Grid) chains.Definition {
	weights, lines := make([]float64, g.Axes()), make([]chains.Definition, g.Axes())
	for a := range lines {
		weights[a], lines[a] = 1, chains.Redrawn{Grid: g, Axis: a}
	}
	return chains.OneOf{Shares: shared(exactly(weights...)...), Parts: lines}
}

// Facts counts the other cells of a line, on average over the axes.
func (HeatBath) Facts(g grid.Grid) chains.Facts {
	rest := reach(g, g.Size())
	return chains.Facts{Cost: rest / float64(g.Axes()), Moves: rest}
}
