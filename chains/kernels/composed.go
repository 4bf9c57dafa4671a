package kernels

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/grid"
)

// Mixture makes a step of Kernels[i] with probability Weights[i] over their sum: a random scan. It leaves a density
// invariant if all of them do, and is reversible if all of them are. Each kernel has one weight, not below 0, and one
// weight at least is above 0.
type Mixture struct {
	Weights []float64
	Kernels []chains.Kernel
}

// On returns the operator on g, or why a part has none, or what is wrong with the weights.
func (k Mixture) On(g grid.Grid) (chains.Operator, error) {
	sum := floats.Sum(k.Weights)
	below := slices.ContainsFunc(k.Weights, func(w float64) bool { return w < 0 })
	if len(k.Weights) != len(k.Kernels) || below || !(sum > 0 && sum <= math.MaxFloat64) {
		return nil, fmt.Errorf("a mixture of %d kernels has the weights %v; give each one, none below 0 and not all 0",
			len(k.Kernels), k.Weights)
	}
	parts, err := each(k.Kernels, g)
	if err != nil {
		return nil, err
	}
	return flows.OneOf(g.Size(), k.shares(), parts...), nil
}

// shares returns the weights over their sum.
func (k Mixture) shares() []float64 {
	return floats.ScaleTo(make([]float64, len(k.Weights)), 1/floats.Sum(k.Weights), k.Weights)
}

// Cost adds up the kernels' costs by their shares.
func (k Mixture) Cost(g grid.Grid) (cost float64) {
	for i, share := range k.shares() {
		cost += share * k.Kernels[i].Cost(g)
	}
	return cost
}

// Lazy stays with probability A, and otherwise makes a step of Kernel: T = A I + (1-A) K.
// It leaves a density invariant if K does, and is reversible if K is; with A >= 1/2 a reversible one has no negative
// eigenvalue.
type Lazy struct {
	A      float64 // from 0 to 1
	Kernel chains.Kernel
}

// On returns the operator on g, or why Kernel has none.
func (k Lazy) On(g grid.Grid) (chains.Operator, error) { return k.mixture().On(g) }

// Cost counts the kernel's cost at a share of 1-A.
func (k Lazy) Cost(g grid.Grid) float64 { return k.mixture().Cost(g) }

// mixture returns the same kernel as a Mixture. Its weights sum to 1 without rounding.
func (k Lazy) mixture() Mixture {
	return Mixture{[]float64{k.A, 1 - k.A}, []chains.Kernel{Identity{}, k.Kernel}}
}

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

// On returns the operator on g.
func (Identity) On(g grid.Grid) (chains.Operator, error) { return flows.InTurn(g.Size()), nil }

// Cost counts nothing.
func (Identity) Cost(grid.Grid) float64 { return 0 }

// Cycle makes a step of each of Kernels in their order, T = K_1 K_2 ... It leaves a density invariant if all of them
// do. In general it is not reversible, even if all of them are. Its reversal makes the steps of the reversals in the
// opposite order. It has an operator on a grid if all of them have one.
type Cycle struct{ Kernels []chains.Kernel }

// On returns the operator on g, or why a part has none.
func (k Cycle) On(g grid.Grid) (chains.Operator, error) {
	parts, err := each(k.Kernels, g)
	if err != nil {
		return nil, err
	}
	return flows.InTurn(g.Size(), parts...), nil
}

// Cost adds up the kernels' costs.
func (k Cycle) Cost(g grid.Grid) (cost float64) {
	for _, part := range k.Kernels {
		cost += part.Cost(g)
	}
	return cost
}

// Repeat makes Times steps of Kernel, T = K^Times. It leaves a density invariant if K does, and is reversible if K is.
type Repeat struct {
	Times  int
	Kernel chains.Kernel
}

// On returns the operator on g, or why Kernel has none.
func (k Repeat) On(g grid.Grid) (chains.Operator, error) {
	one, err := k.Kernel.On(g)
	if err != nil {
		return nil, err
	}
	return flows.InTurn(g.Size(), slices.Repeat([]chains.Operator{one}, k.Times)...), nil
}

// Cost counts all steps.
func (k Repeat) Cost(g grid.Grid) float64 { return float64(k.Times) * k.Kernel.Cost(g) }

// each returns the operators of several kernels.
func each(ks []chains.Kernel, g grid.Grid) (all []chains.Operator, err error) {
	for _, k := range ks {
		op, err := k.On(g)
		if err != nil {
			return nil, err
		}
		all = append(all, op)
	}
	return all, nil
}
