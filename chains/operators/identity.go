package operators

import "breadboard/chains"

// Identity is the operator that never moves.
type Identity struct{}

func (Identity) Aim(*chains.Level)               {}
func (Identity) Row(int, func(y int, p float64)) {}
func (Identity) Push(dst, q []float64)           { copy(dst, q) }
func (Identity) Pull(dst, f []float64)           { copy(dst, f) }
func (Identity) PushSlope(dst, _, _ []float64)   { clear(dst) }
func (Identity) Step(x int, _ chains.Dice) int   { return x }
func (Identity) Reversal() chains.Operator       { return Identity{} }

// PullPair copies base.
func (Identity) PullPair(dst, base, _ *chains.Pair, _ float64) {
	if dst != base {
		copy(dst[0], base[0])
		copy(dst[1], base[1])
	}
}

// InPlace is true: nothing is read before it is written.
func (Identity) InPlace() bool { return true }
