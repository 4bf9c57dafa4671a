package kernels

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Repeat makes Times steps of Kernel, T = K^Times. It leaves invariant what K does, and is
// reversible if K is.
type Repeat struct {
	Times  int
	Kernel chains.Kernel
}

// On returns the operator on g. It panics if Times is below 1.
func (k Repeat) On(g grid.Grid) chains.Operator {
	if k.Times < 1 {
		panic(fmt.Sprintf("kernels: a kernel repeated %d times", k.Times))
	}
	parts := slices.Repeat([]chains.Operator{k.Kernel.On(g)}, k.Times)
	return operators.NewProduct(parts, parts[:1], g.Size())
}

// Extend is the kernel's.
func (k Repeat) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	return chains.Extend(k.Kernel, g, b)
}

// States is the kernel's.
func (k Repeat) States(g grid.Grid) int { return chains.States(k.Kernel, g) }

// Cost is Times the kernel's.
func (k Repeat) Cost(g grid.Grid) float64 {
	if cost, ok := chains.Cost(k.Kernel, g); ok {
		return float64(k.Times) * cost
	}
	return unpriced
}

// Moves bounds the number of places: at most Times factors, each the kernel's moves
// and one for staying.
func (k Repeat) Moves(g grid.Grid) float64 { return productMoves(k.parts(k.Times), k, g) }

// Proposals is the kernel's: all steps are by the same operator.
func (k Repeat) Proposals(g grid.Grid) float64 { return chains.Proposals(k.Kernel, g) }

// Memory counts the kernel's own, and the pair that one step passes to the next.
func (k Repeat) Memory(g grid.Grid) (pairs, rows float64) {
	pairs, rows = chains.Memory(k.Kernel, g)
	return pairs + passedOn(k.parts(min(k.Times, 2)), k, g), rows
}

func (k Repeat) parts(times int) []chains.Kernel {
	return slices.Repeat([]chains.Kernel{k.Kernel}, times)
}
