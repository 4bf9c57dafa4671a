package kernels

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Mixture makes a step of Kernels[i] with probability Weights[i] over their sum: a random
// scan. It leaves invariant what all of them do, and is reversible if all of them are.
type Mixture struct {
	Weights []float64
	Kernels []chains.Kernel
}

// On returns the operator on g. It panics unless there are as many weights as kernels,
// none negative and one positive.
func (k Mixture) On(g grid.Grid) chains.Operator {
	total := floats.Sum(k.Weights)
	if len(k.Weights) != len(k.Kernels) || !(total > 0) || !(floats.Min(k.Weights) >= 0) {
		panic(fmt.Sprintf("kernels: a mixture of %d kernels by weights %v", len(k.Kernels), k.Weights))
	}
	share, parts := make([]float64, len(k.Weights)), make([]chains.Operator, len(k.Weights))
	for i, part := range k.Kernels {
		share[i], parts[i] = k.Weights[i]/total, part.On(g)
	}
	return operators.NewMixture(share, parts, g.Size())
}

// Definition is that of one of the kernels.
func (k Mixture) Definition(g grid.Grid) chains.Definition {
	return chains.OneOf{Shares: shared(exactly(k.Weights...)...), Parts: definitions(k.Kernels, g)}
}

// Parts lists the kernels.
func (k Mixture) Parts() []chains.Kernel { return k.Kernels }

// Facts adds up the kernels' own, the costs by their shares.
func (k Mixture) Facts(g grid.Grid) (all chains.Facts) {
	total := floats.Sum(k.Weights)
	for i, part := range k.Kernels {
		f := chains.FactsOf(part, g)
		all = add(all, f, k.Weights[i]/total)
	}
	all.Moves = min(all.Moves, others(g))
	return all
}
