package chains

import (
	"fmt"
	"slices"

	"breadboard/grid"
)

// Cycle makes a step of each of Kernels in their order, T = K_1 K_2 ..: it leaves
// invariant what all of them do, and is not reversible unless it reads the same
// backwards. Its reversal makes the reversals' steps in the opposite order.
type Cycle struct{ Kernels []Kernel }

// On returns the operator on g. It panics where there is no kernel.
func (k Cycle) On(g grid.Grid) Operator {
	if len(k.Kernels) == 0 {
		panic("chains: a cycle of no kernels")
	}
	parts := make([]Operator, len(k.Kernels))
	for i, part := range k.Kernels {
		parts[i] = part.On(g)
	}
	return newRelay(parts, parts, g.Size())
}

// Extend is that of the first kernel that has one.
func (k Cycle) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	return Extend(widest(k.Kernels, g), g, b)
}

// States is that of the same kernel.
func (k Cycle) States(g grid.Grid) int { return States(widest(k.Kernels, g), g) }

// Cost is the sum of the kernels'.
func (k Cycle) Cost(g grid.Grid) float64 {
	sum := 0.0
	for _, part := range k.Kernels {
		cost, ok := Cost(part, g)
		if !ok {
			return unpriced
		}
		sum += cost
	}
	return sum
}

// Moves is at most the product of where each kernel leads or stays.
func (k Cycle) Moves(g grid.Grid) float64 { return productMoves(k.Kernels, k, g) }

// Proposals is the sum of the kernels'.
func (k Cycle) Proposals(g grid.Grid) float64 { return partsProposals(k.Kernels, k, g) }

// Memory is the sum of the kernels', and what is handed on from one to another.
func (k Cycle) Memory(g grid.Grid) (pairs, rows float64) {
	pairs, rows = partsMemory(k.Kernels, k, g)
	return pairs + handedOn(k.Kernels, k, g), rows
}

// Repeat makes Times steps of Kernel, T = K^Times: it leaves invariant what K
// does, and is reversible where K is.
type Repeat struct {
	Times  int
	Kernel Kernel
}

// On returns the operator on g. It panics where Times is below 1.
func (k Repeat) On(g grid.Grid) Operator {
	if k.Times < 1 {
		panic(fmt.Sprintf("chains: a kernel repeated %d times", k.Times))
	}
	part := k.Kernel.On(g)
	parts := make([]Operator, k.Times)
	for i := range parts {
		parts[i] = part
	}
	return newRelay(parts, parts[:1], g.Size())
}

// Extend is the kernel's.
func (k Repeat) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) { return Extend(k.Kernel, g, b) }

// States is the kernel's.
func (k Repeat) States(g grid.Grid) int { return States(k.Kernel, g) }

// Cost is Times the kernel's.
func (k Repeat) Cost(g grid.Grid) float64 {
	if cost, ok := Cost(k.Kernel, g); ok {
		return float64(k.Times) * cost
	}
	return unpriced
}

// Moves is at most Times factors of where the kernel leads or stays.
func (k Repeat) Moves(g grid.Grid) float64 {
	return productMoves(slices.Repeat([]Kernel{k.Kernel}, k.Times), k, g)
}

// Proposals is the kernel's: every step is by the same.
func (k Repeat) Proposals(g grid.Grid) float64 { return Proposals(k.Kernel, g) }

// Memory is the kernel's, and what is handed on.
func (k Repeat) Memory(g grid.Grid) (pairs, rows float64) {
	pairs, rows = Memory(k.Kernel, g)
	return pairs + handedOn(slices.Repeat([]Kernel{k.Kernel}, min(k.Times, 2)), k, g), rows
}

// Sweep is Gibbs sampling in a fixed order: the coordinate along axis 0 is
// redrawn from its conditional given the others, then that along axis 1, and so
// on. It leaves the density invariant and is not reversible on a grid of several
// axes; its reversal begins with the last.
type Sweep struct{}

// On returns the operator on g.
func (Sweep) On(g grid.Grid) Operator {
	var lines []Kernel
	for a := range g.Axes() {
		lines = append(lines, Line{a})
	}
	return Cycle{lines}.On(g)
}

// Cost is that of the rest of a line along every axis: where a coordinate has
// come to is known from drawing it.
func (Sweep) Cost(g grid.Grid) float64 { return HeatBath{}.Cost(g) * float64(g.Axes()) }

// Proposals is 0: lines are redrawn as a whole.
func (Sweep) Proposals(grid.Grid) float64 { return 0 }

// Line redraws the coordinate along one axis from its conditional given the
// others. It is reversible; alone it never leaves a line.
type Line struct{ Axis int }

// On returns the operator on g, which must have the axis.
func (k Line) On(g grid.Grid) Operator { return newHeatBath(g, k.Axis) }

// Cost is that of the rest of a line.
func (k Line) Cost(g grid.Grid) float64 { return float64(g.Len(k.Axis) - 1) }

// Moves is the number of other cells on a line.
func (k Line) Moves(g grid.Grid) float64 { return float64(g.Len(k.Axis) - 1) }

// Proposals is 0: the line is redrawn as a whole.
func (Line) Proposals(grid.Grid) float64 { return 0 }
