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

// Extend is the Extend of the first kernel that needs more room.
func (k Mixture) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	return chains.Extend(widest(k.Kernels, g), g, b)
}

// States is the States of the same kernel.
func (k Mixture) States(g grid.Grid) int { return chains.States(widest(k.Kernels, g), g) }

// Cost is the mean of the kernels' costs.
func (k Mixture) Cost(g grid.Grid) float64 {
	sum, total := 0.0, floats.Sum(k.Weights)
	for i, part := range k.Kernels {
		cost, ok := chains.Cost(part, g)
		if !ok {
			return unpriced
		}
		sum += k.Weights[i] / total * cost
	}
	return sum
}

// Moves is at most the sum over the kernels.
func (k Mixture) Moves(g grid.Grid) float64 {
	sum := 0.0
	for _, part := range k.Kernels {
		sum += partMoves(part, k, g)
	}
	return min(sum, others(k, g))
}

// Proposals is the sum over the kernels.
func (k Mixture) Proposals(g grid.Grid) float64 { return partsProposals(k.Kernels, k, g) }

// Memory sums over the kernels, and adds what they keep if a share of their result is
// asked for.
func (k Mixture) Memory(g grid.Grid) (pairs, rows float64) { return mixedMemory(k.Kernels, k, g) }
