package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Metropolis proposes each of the 2d moves with probability 1/2d and accepts with
// min(1, f(y)/f(x)); moves off the grid are rejected. On a grid of two axes it is the
// kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

func (Metropolis) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Metropolis) }

func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

// Facts counts the proposal.
func (Metropolis) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }

// Facts counts the proposal.
func (Barker) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }
