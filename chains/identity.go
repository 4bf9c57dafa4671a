package chains

import "breadboard/grid"

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

// On returns the operator on g.
func (Identity) On(grid.Grid) Operator { return identity{} }

type identity struct{}

func (identity) Aim(*Level)                      {}
func (identity) Row(int, func(y int, p float64)) {}
func (identity) Push(dst, q []float64)           { copy(dst, q) }
func (identity) Pull(dst, f []float64)           { copy(dst, f) }
func (identity) PushSlope(dst, _, _ []float64)   { clear(dst) }
func (identity) Step(x int, _ Dice) int          { return x }
func (identity) Reversal() Operator              { return identity{} }
