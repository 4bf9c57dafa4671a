package certain

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Bytes of what walks are made of, at the 256 bits of the second pass, which is the last of most.
const (
	number = 2 * (40 + 80) // an interval: two big floats of 40 bytes, each with its digits and some spare ones
	adder  = 2*number + 32 // a sum: two intervals and their slice
	item   = 8 * 1.25      // a whole number in a list that grew, with its spare places
	list   = 24            // an empty list
)

// Bytes estimates the memory of Measure with the kernel k on the states of g, whose densities are of so
// many classes. There are two walks, each with two laws, a level and an operator, and the target's law.
// Half as much again is garbage, such as the numbers of the pass before.
func Bytes(k chains.Kernel, g grid.Grid, classes float64) float64 {
	const garbage = 1.6
	n := float64(g.Size())
	if _, pairs := k.(kernels.Swap); pairs {
		classes = min(classes*classes, n)
	}
	level := 6*number + adder // logf, f, inv, logf before, both ends and a sum
	walk := n*(2*number+item) + classes*float64(level) + operatorBytes(k, g, classes)
	return garbage * (2*walk + n*number)
}

// operatorBytes is the memory of one operator.
func operatorBytes(k chains.Kernel, g grid.Grid, classes float64) float64 {
	n, near := float64(g.Size()), neighbours(g)
	switch k := k.(type) {
	case kernels.Metropolis, kernels.Barker:
		return sharedBytes(n, near, classes)
	case kernels.King:
		return sharedBytes(n, min(math.Pow(3, float64(g.Axes()))-1, n-1), classes)
	case kernels.Independence:
		return sharedBytes(n, n-1, classes)
	case kernels.Swap: // a walker, the other one, and their places
		return sharedBytes(n, near/2, classes)*2 + sharedBytes(n, 1, classes) + n*number
	case kernels.DelayedRejection:
		return ownBytes(n, n-1) + n*n*item
	case kernels.MultipleTry: // the sums of each cell's draws
		draws := 1.0
		for i := range k.Tries - 1 {
			draws *= float64(g.Moves()+i) / float64(i+1)
		}
		return ownBytes(n, near) + n*draws*number
	case kernels.Slice:
		return ownBytes(n, along(g)) + n*adder
	case kernels.Langevin, kernels.Hamiltonian, kernels.Matrices:
		return ownBytes(n, chains.FactsOf(k, g).Moves)
	case kernels.Lifted: // all entries but one are the share of a new direction, a float64
		const short = 2 * (40 + 40)
		entries := float64(g.Len(g.Axes() - 1))
		return edgesBytes(n, entries) + 1.25*short*n*entries
	case kernels.Identity:
		return n * number
	}
	return composedBytes(k, g, classes)
}

// composedBytes is operatorBytes of lines, and of what is made of parts.
func composedBytes(k chains.Kernel, g grid.Grid, classes float64) float64 {
	n := float64(g.Size())
	mix := n * (number + adder) // the result of one part, and the sums
	switch k := k.(type) {
	case kernels.Line:
		return lineBytes(g, k.Axis)
	case kernels.Perfect:
		return lineBytes(grid.New(g.Size()), 0)
	case kernels.GibbsSweep:
		return axesBytes(g) + n*number
	case kernels.HeatBath:
		return axesBytes(g) + mix
	case kernels.Blocks:
		return axesBytes(g.Merged(k.Axes)) + mix
	case kernels.Cycle:
		return partsBytes(k.Kernels, g, classes) + n*number
	case kernels.Repeat:
		return operatorBytes(k.Kernel, g, classes) + n*number
	case kernels.Lazy:
		return operatorBytes(k.Kernel, g, classes) + n*number + mix
	case kernels.Mixture:
		return partsBytes(k.Kernels, g, classes) + mix
	}
	return 0 // there is no operator of it
}

func partsBytes(ks []chains.Kernel, g grid.Grid, classes float64) (bytes float64) {
	for _, k := range ks {
		bytes += operatorBytes(k, g, classes)
	}
	return bytes
}

// edgesBytes is the memory of rows with so many entries each, which are listed in both directions, and of
// the probability of staying.
func edgesBytes(n, entries float64) float64 { return n * (number + 2*(list+2*item*entries)) }

// sharedBytes is the memory of rows in which moves between the same classes share two numbers. Cells of one
// class are mostly alike, such as clusterings with other labels, and so are their neighbours.
func sharedBytes(n, entries, classes float64) float64 {
	return edgesBytes(n, entries) + n*(list+item*entries) + 2*number*classes*min(classes, entries)
}

// ownBytes is the memory of rows in which each entry has a number of its own.
func ownBytes(n, entries float64) float64 { return edgesBytes(n, entries) + 1.25*number*n*entries }

// neighbours is the mean number of cells that a move leads to: one along an axis of two cells.
func neighbours(g grid.Grid) (mean float64) {
	for _, n := range g.Lens() {
		mean += 2 * float64(n-1) / float64(n)
	}
	return mean
}

// along is the number of other cells on the lines through a cell.
func along(g grid.Grid) (others float64) {
	for _, n := range g.Lens() {
		others += float64(n - 1)
	}
	return others
}

// lineBytes is the memory of the lines along an axis: their cells, and a number each.
func lineBytes(g grid.Grid, axis int) float64 {
	return float64(g.Size()) * (item + (list+number)/float64(g.Len(axis)))
}

// axesBytes is the memory of the lines along all axes.
func axesBytes(g grid.Grid) (bytes float64) {
	for axis := range g.Axes() {
		bytes += lineBytes(g, axis)
	}
	return bytes
}
