package chains

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
)

// Lazy stays with probability A, and makes a step of Kernel otherwise:
// T = A I + (1-A) K. It leaves invariant what K does, is reversible where K is,
// and with A >= 1/2 no eigenvalue of a reversible one is negative.
type Lazy struct {
	A      float64 // from 0 to 1
	Kernel Kernel
}

// On returns the operator on g. It panics where A is not from 0 to 1.
func (k Lazy) On(g grid.Grid) Operator {
	if !(k.A >= 0 && k.A <= 1) {
		panic(fmt.Sprintf("chains: lazy with probability %v", k.A))
	}
	part := k.Kernel.On(g)
	return newBlend([]float64{k.A, 1 - k.A}, []Operator{Identity{}.On(g), part}, g.Size())
}

// Extend is the kernel's.
func (k Lazy) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) { return Extend(k.Kernel, g, b) }

// States is the kernel's.
func (k Lazy) States(g grid.Grid) int { return States(k.Kernel, g) }

// Cost is 1-A times the kernel's.
func (k Lazy) Cost(g grid.Grid) float64 {
	if cost, ok := Cost(k.Kernel, g); ok {
		return (1 - k.A) * cost
	}
	return unpriced
}

// Moves is the kernel's.
func (k Lazy) Moves(g grid.Grid) float64 { return Moves(k.Kernel, g) }

// Proposals is the kernel's.
func (k Lazy) Proposals(g grid.Grid) float64 { return Proposals(k.Kernel, g) }

// Memory is the kernel's.
func (k Lazy) Memory(g grid.Grid) (pairs, rows float64) { return Memory(k.Kernel, g) }

// Mixture makes a step of Kernels[i] with probability Weights[i] over their sum:
// a random scan. It leaves invariant what all of them do, and is reversible where
// all of them are.
type Mixture struct {
	Weights []float64
	Kernels []Kernel
}

// On returns the operator on g. It panics unless there are as many weights as
// kernels, none negative and one positive.
func (k Mixture) On(g grid.Grid) Operator {
	total := floats.Sum(k.Weights)
	if len(k.Weights) != len(k.Kernels) || !(total > 0) || !(floats.Min(k.Weights) >= 0) {
		panic(fmt.Sprintf("chains: a mixture of %d kernels by weights %v", len(k.Kernels), k.Weights))
	}
	share, parts := make([]float64, len(k.Weights)), make([]Operator, len(k.Weights))
	for i, part := range k.Kernels {
		share[i], parts[i] = k.Weights[i]/total, part.On(g)
	}
	return newBlend(share, parts, g.Size())
}

// Extend is that of the first kernel that has one.
func (k Mixture) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	return Extend(widest(k.Kernels, g), g, b)
}

// States is that of the same kernel.
func (k Mixture) States(g grid.Grid) int { return States(widest(k.Kernels, g), g) }

// Cost is the mean of the kernels'.
func (k Mixture) Cost(g grid.Grid) float64 {
	sum, total := 0.0, floats.Sum(k.Weights)
	for i, part := range k.Kernels {
		cost, ok := Cost(part, g)
		if !ok {
			return unpriced
		}
		sum += k.Weights[i] / total * cost
	}
	return sum
}

// Moves is at most the sum of the kernels'.
func (k Mixture) Moves(g grid.Grid) float64 {
	sum := 0.0
	for _, part := range k.Kernels {
		sum += partMoves(part, k, g)
	}
	return min(sum, others(k, g))
}

// Proposals is the sum of the kernels'.
func (k Mixture) Proposals(g grid.Grid) float64 { return partsProposals(k.Kernels, k, g) }

// Memory is the sum of the kernels'.
func (k Mixture) Memory(g grid.Grid) (pairs, rows float64) { return partsMemory(k.Kernels, k, g) }
