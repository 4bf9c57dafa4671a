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

// On returns the operator on g.
func (Metropolis) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Metropolis) }

// Definition proposes single moves.
func (Metropolis) Definition(g grid.Grid) chains.Definition {
	return operators.Metropolis.Definition(g)
}

// Facts counts the proposal.
func (Metropolis) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }
