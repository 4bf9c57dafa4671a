package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

// Cost is 1, the proposal.
func (Barker) Cost(grid.Grid) float64 { return 1 }

// Moves is the number of neighbours that a cell inside the box has.
func (Barker) Moves(g grid.Grid) float64 { return neighbours(g) }
