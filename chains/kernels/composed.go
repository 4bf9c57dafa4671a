package kernels

import (
	"fmt"
	"math"
	"math/big"
	"slices"

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
	share := make([]float64, len(k.Weights))
	for i, w := range k.Weights {
		share[i] = w / total
	}
	return operators.NewMixture(share, each(k.Kernels, g, chains.Kernel.On), g.Size())
}

func (k Mixture) Definition(g grid.Grid) chains.Definition {
	total := new(big.Rat)
	shares := exactly(k.Weights...)
	for _, w := range shares {
		total.Add(total, w)
	}
	for _, w := range shares {
		w.Quo(w, total)
	}
	return chains.OneOf{Shares: shares, Parts: each(k.Kernels, g, chains.DefinitionOf)}
}

func (k Mixture) Parts() []chains.Kernel { return k.Kernels }

// Facts adds up the kernels' own, the costs by their shares.
func (k Mixture) Facts(g grid.Grid) (all chains.Facts) {
	total := floats.Sum(k.Weights)
	for i, part := range k.Kernels {
		all = add(all, chains.FactsOf(part, g), k.Weights[i]/total)
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

func (k Lazy) Definition(g grid.Grid) chains.Definition {
	a := exactly(k.A, 1)
	return chains.OneOf{Shares: []*big.Rat{a[0], a[1].Sub(a[1], a[0])},
		Parts: []chains.Definition{chains.InTurn{}, chains.DefinitionOf(k.Kernel, g)}}
}

func (k Lazy) Parts() []chains.Kernel { return []chains.Kernel{k.Kernel} }

// Facts are the kernel's, at 1-A of its cost.
func (k Lazy) Facts(g grid.Grid) chains.Facts { return k.mixture().Facts(g) }

// mixture returns the same kernel as a Mixture. Its weights sum to 1 without rounding.
func (k Lazy) mixture() Mixture {
	return Mixture{[]float64{k.A, 1 - k.A}, []chains.Kernel{Identity{}, k.Kernel}}
}

// Cycle makes a step of each of Kernels in their order, T = K_1 K_2 ... It leaves invariant
// whatever all of them do. In general it is not reversible, even if all of them are. Its
// reversal makes the steps of the reversals in the opposite order. It has a form where all of them have one.
type Cycle struct{ Kernels []chains.Kernel }

// On returns the operator on g. It panics if there is no kernel.
func (k Cycle) On(g grid.Grid) chains.Operator {
	if len(k.Kernels) == 0 {
		panic("kernels: a cycle of no kernels")
	}
	return operators.NewProduct(each(k.Kernels, g, chains.Kernel.On), g.Size())
}

func (k Cycle) Definition(g grid.Grid) chains.Definition {
	return chains.InTurn(each(k.Kernels, g, chains.DefinitionOf))
}

func (k Cycle) Parts() []chains.Kernel { return k.Kernels }

// Facts adds up the kernels' own, and counts the pair that one kernel passes to the next.
// The moves of a step are the product of the kernels' choices, less 1 for staying.
func (k Cycle) Facts(g grid.Grid) chains.Facts {
	all, ends := chains.Facts{Kept: aPair}, 1.0
	for _, part := range k.Kernels {
		f := chains.FactsOf(part, g)
		all = add(all, f, 1)
		ends *= 1 + f.Moves
	}
	all.Moves = min(ends-1, others(g))
	return all
}

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
	return operators.NewProduct(slices.Repeat([]chains.Operator{k.Kernel.On(g)}, k.Times), g.Size())
}

func (k Repeat) Definition(g grid.Grid) chains.Definition {
	return chains.Again{Times: k.Times, Of: chains.DefinitionOf(k.Kernel, g)}
}

func (k Repeat) Parts() []chains.Kernel { return []chains.Kernel{k.Kernel} }

// Facts are as a Cycle's, with one operator for all steps.
func (k Repeat) Facts(g grid.Grid) chains.Facts {
	f := chains.FactsOf(k.Kernel, g)
	f.Cost *= float64(k.Times)
	f.Paths = float64(k.Times) * max(f.Paths, f.Proposals) // steps one after the other, each with all its ways
	f.Moves = min(math.Pow(1+f.Moves, float64(k.Times))-1, others(g))
	f.Kept += aPair
	f.Terms *= float64(k.Times)
	return f
}

// each lists the operators, or the definitions, of several kernels.
func each[T any](ks []chains.Kernel, g grid.Grid, of func(k chains.Kernel, g grid.Grid) T) (all []T) {
	for _, k := range ks {
		all = append(all, of(k, g))
	}
	return all
}

// exactly are float64 numbers without rounding.
func exactly(all ...float64) []*big.Rat {
	rats := make([]*big.Rat, len(all))
	for i, v := range all {
		rats[i] = new(big.Rat).SetFloat64(v)
	}
	return rats
}
