package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

// On returns the operator on g.
func (Identity) On(grid.Grid) chains.Operator { return operators.Identity{} }

// Cost is 0.
func (Identity) Cost(grid.Grid) float64 { return 0 }

// Moves is 0.
func (Identity) Moves(grid.Grid) float64 { return 0 }
