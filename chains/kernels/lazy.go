package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/operators"
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
func (k Lazy) On(g grid.Grid) chains.Operator {
	if !(k.A >= 0 && k.A <= 1) {
		panic(fmt.Sprintf("kernels: lazy with probability %v", k.A))
	}
	parts := []chains.Operator{operators.Identity{}, k.Kernel.On(g)}
	return operators.NewMixture([]float64{k.A, 1 - k.A}, parts, g.Size())
}

// Extend is the kernel's.
func (k Lazy) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	return chains.Extend(k.Kernel, g, b)
}

// States is the kernel's.
func (k Lazy) States(g grid.Grid) int { return chains.States(k.Kernel, g) }

// Cost is 1-A times the kernel's.
func (k Lazy) Cost(g grid.Grid) float64 {
	if cost, ok := chains.Cost(k.Kernel, g); ok {
		return (1 - k.A) * cost
	}
	return unpriced
}

// Moves is the kernel's.
func (k Lazy) Moves(g grid.Grid) float64 { return chains.Moves(k.Kernel, g) }

// Proposals is the kernel's.
func (k Lazy) Proposals(g grid.Grid) float64 { return chains.Proposals(k.Kernel, g) }

// Memory counts the kernel's own, and what it keeps if only a share of its result is
// asked for.
func (k Lazy) Memory(g grid.Grid) (pairs, rows float64) {
	return mixedMemory([]chains.Kernel{k.Kernel}, k, g)
}
