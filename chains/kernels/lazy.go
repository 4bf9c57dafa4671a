package kernels

import (
	"math/big"

	"breadboard/chains"
	"breadboard/grid"
)

// Lazy stays with probability A, and otherwise makes a step of Kernel: T = A I + (1-A) K.
// It leaves invariant what K does, and is reversible if K is; with A >= 1/2 a reversible
// one has no negative eigenvalue.
type Lazy struct {
	A      float64 // from 0 to 1
	Kernel chains.Kernel
}

// On returns the operator on g. It panics unless A lies between 0 and 1.
func (k Lazy) On(g grid.Grid) chains.Operator { return k.mixture().On(g) }

// Definition is no step or the kernel's.
func (k Lazy) Definition(g grid.Grid) chains.Definition {
	a := exactly(k.A, 1)
	return chains.OneOf{Shares: []*big.Rat{a[0], a[1].Sub(a[1], a[0])},
		Parts: []chains.Definition{chains.InTurn{}, chains.DefinitionOf(k.Kernel, g)}}
}

// Parts is the kernel.
func (k Lazy) Parts() []chains.Kernel { return []chains.Kernel{k.Kernel} }

// Facts are the kernel's, at 1-A of its cost.
func (k Lazy) Facts(g grid.Grid) chains.Facts { return k.mixture().Facts(g) }

// mixture returns the same kernel as a Mixture. Its weights sum to 1 without rounding.
func (k Lazy) mixture() Mixture {
	return Mixture{[]float64{k.A, 1 - k.A}, []chains.Kernel{Identity{}, k.Kernel}}
}
