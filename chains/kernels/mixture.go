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

// Parts lists the kernels.
func (k Mixture) Parts() []chains.Kernel { return k.Kernels }

// Facts adds up the kernels' own, the costs by their shares, and counts a pair for each
// kernel that makes its step as a whole.
func (k Mixture) Facts(g grid.Grid) (all chains.Facts) {
	total := floats.Sum(k.Weights)
	for i, part := range k.Kernels {
		f := chains.FactsOf(part, g)
		if all = add(all, f, k.Weights[i]/total); f.Whole {
			all.Pairs += pairBytes
		}
	}
	all.Moves = min(all.Moves, others(g))
	return all
}

// Lazy stays with probability A, and otherwise makes a step of Kernel: T = A I + (1-A) K.
// It leaves invariant what K does, and is reversible if K is; with A >= 1/2 a reversible
// one has no negative eigenvalue.
type Lazy struct {
	A      float64 // from 0 to 1
	Kernel chains.Kernel
}

// On returns the operator on g. It panics unless A lies between 0 and 1.
func (k Lazy) On(g grid.Grid) chains.Operator { return k.mixture().On(g) }

// Parts is the kernel.
func (k Lazy) Parts() []chains.Kernel { return []chains.Kernel{k.Kernel} }

// Facts are the kernel's, at 1-A of its cost.
func (k Lazy) Facts(g grid.Grid) chains.Facts { return k.mixture().Facts(g) }

// mixture is the same kernel. Its weights sum to 1 without rounding.
func (k Lazy) mixture() Mixture {
	return Mixture{[]float64{k.A, 1 - k.A}, []chains.Kernel{Identity{}, k.Kernel}}
}
