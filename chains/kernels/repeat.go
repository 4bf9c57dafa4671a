package kernels

import (
	"fmt"
	"math"
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

// Definition is the kernel's, Times times.
func (k Repeat) Definition(g grid.Grid) chains.Definition {
	return chains.InTurn{Parts: definitions(k.Parts(), g), Times: k.Times}
}

// Parts is the kernel.
func (k Repeat) Parts() []chains.Kernel { return []chains.Kernel{k.Kernel} }

// Facts are as a Cycle's, with one operator for all steps.
func (k Repeat) Facts(g grid.Grid) chains.Facts {
	f := chains.FactsOf(k.Kernel, g)
	f.Cost *= float64(k.Times)
	f.Moves = min(math.Pow(1+f.Moves, float64(k.Times))-1, others(g))
	f.Kept += aPair
	return f
}
