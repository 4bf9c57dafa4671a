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

// Cost is 1, the proposal.
func (Metropolis) Cost(grid.Grid) float64 { return 1 }

// Moves is the number of neighbours that a cell inside the box has.
func (Metropolis) Moves(g grid.Grid) float64 { return neighbours(g) }
