package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Cycle makes a step of each of Kernels in their order, T = K_1 K_2 ... It leaves invariant
// whatever all of them do. In general it is not reversible, even if all of them are. Its
// reversal makes the steps of the reversals in the opposite order.
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

// Definition is that of the kernels in turn.
func (k Cycle) Definition(g grid.Grid) chains.Definition {
	return chains.InTurn{Parts: definitions(k.Kernels, g), Times: 1}
}

// Parts lists the kernels.
func (k Cycle) Parts() []chains.Kernel { return k.Kernels }

// Facts adds up the kernels' own, and counts the pair that one kernel passes to the next.
// The moves of a step are the product of the kernels' choices, less 1 for staying.
func (k Cycle) Facts(g grid.Grid) chains.Facts {
	all, ends := chains.Facts{Kept: aPair}, 1.0
	for _, part := range k.Kernels {
		f := chains.FactsOf(part, g)
		ends *= 1 + f.Moves
		all = add(all, f, 1)
	}
	all.Moves = min(ends-1, others(g))
	return all
}
