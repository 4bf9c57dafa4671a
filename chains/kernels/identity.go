package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

// On returns the operator that stays.
func (Identity) On(grid.Grid) chains.Operator { return operators.Identity{} }

// Definition has no steps.
func (Identity) Definition(grid.Grid) chains.Definition { return chains.InTurn{} }

// Facts counts nothing.
func (Identity) Facts(grid.Grid) chains.Facts { return chains.Facts{} }
