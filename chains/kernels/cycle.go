package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Cycle makes a step of each of Kernels in their order, T = K_1 K_2 ... It leaves
// invariant what all of them do, and is not reversible unless it reads the same backwards.
// Its reversal makes the steps of the reversals in the opposite order.
type Cycle struct{ Kernels []chains.Kernel }

// On returns the operator on g. It panics if there is no kernel.
func (k Cycle) On(g grid.Grid) chains.Operator {
	if len(k.Kernels) == 0 {
		panic("kernels: a cycle of no kernels")
	}
	parts := make([]chains.Operator, len(k.Kernels))
	for i, part := range k.Kernels {
		parts[i] = part.On(g)
	}
	return operators.NewProduct(parts, parts, g.Size())
}

// Extend is the Extend of the first kernel that needs more room.
func (k Cycle) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	return chains.Extend(widest(k.Kernels, g), g, b)
}

// States is the States of the same kernel.
func (k Cycle) States(g grid.Grid) int { return chains.States(widest(k.Kernels, g), g) }

// Cost is the sum of the kernels' costs.
func (k Cycle) Cost(g grid.Grid) float64 {
	sum := 0.0
	for _, part := range k.Kernels {
		cost, ok := chains.Cost(part, g)
		if !ok {
			return unpriced
		}
		sum += cost
	}
	return sum
}

// Moves bounds the number of places: at most the product over the kernels, each with
// its moves and one for staying.
func (k Cycle) Moves(g grid.Grid) float64 { return productMoves(k.Kernels, k, g) }

// Proposals is the sum over the kernels.
func (k Cycle) Proposals(g grid.Grid) float64 { return partsProposals(k.Kernels, k, g) }

// Memory sums over the kernels, and adds the pair that one passes to the next.
func (k Cycle) Memory(g grid.Grid) (pairs, rows float64) {
	pairs, rows = partsMemory(k.Kernels, k, g)
	return pairs + passedOn(k.Kernels, k, g), rows
}
