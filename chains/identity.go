package chains

import "breadboard/grid"

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

// On returns the operator on g.
func (Identity) On(grid.Grid) Operator { return identity{} }

// Cost is 0.
func (Identity) Cost(grid.Grid) float64 { return 0 }

// Moves is 0.
func (Identity) Moves(grid.Grid) float64 { return 0 }

type identity struct{}

func (identity) Aim(*Level)                      {}
func (identity) Row(int, func(y int, p float64)) {}
func (identity) Push(dst, q []float64)           { copy(dst, q) }
func (identity) Pull(dst, f []float64)           { copy(dst, f) }
func (identity) PushSlope(dst, _, _ []float64)   { clear(dst) }
func (identity) Step(x int, _ Dice) int          { return x }
func (identity) Reversal() Operator              { return identity{} }

func (identity) PullPair(dst, base, _ *Pair, _ float64) {
	if dst != base {
		copy(dst[0], base[0])
		copy(dst[1], base[1])
	}
}

// inPlace: what stays may stay where it is.
func (identity) inPlace() bool { return true }
