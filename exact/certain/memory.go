package certain

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Bytes of what walks are made of, at the 256 bits of the second pass, which is the last of most.
const (
	number = 2 * (40 + 80)       // an interval: two big floats of 40 bytes, each with its digits and some spare ones
	adder  = 2*number + 32       // a sum: two intervals and their slice
	pair   = 2*number + 16 + 2*8 // two numbers of a pair of classes, and the pair in a table
	item   = 8 * 1.25            // a whole number in a list that grew, with its spare places
	list   = 24                  // an empty list
)

// Bytes estimates the memory of Measure with the kernel k on the states of g, whose densities are of so
// many classes at most. There are two walks, each with two laws, a level and an operator, and the target's law.
// As much again is garbage, such as the numbers of the pass before and those of a row that was walked through.
func Bytes(k chains.Kernel, g grid.Grid, classes float64) float64 {
	const garbage = 2
	n := float64(g.Size())
	level := 6*number + adder // logf, f, inv, logf before, both ends and a sum
	near := chains.FactsOf(k, g).Proposals
	walk := n*(2*number+item) + classes*float64(level) + operatorBytes(chains.DefinitionOf(k, g), g, near, classes)
	return garbage * (2*walk + n*number)
}

// operatorBytes is the memory of one operator, whose rows lead to so many cells.
func operatorBytes(d chains.Definition, g grid.Grid, near, classes float64) (bytes float64) {
	n := float64(g.Size())
	all := func(parts []chains.Definition) (bytes float64) {
		for _, part := range parts {
			bytes += operatorBytes(part, g, near, classes)
		}
		return bytes
	}
	switch d := d.(type) {
	case chains.Outcomes: // a sum a cell, what rows keep, and the pairs of classes
		return n*adder + n*d.Kept*number + pair*classes*min(classes, near)
	case chains.Redrawn: // the cells of the lines, and a number each
		return n * (item + (list+number)/float64(d.Grid.Len(d.Axis)))
	case chains.InTurn:
		return all(d.Parts) + n*number
	case chains.OneOf: // the result of one part, and the sums
		return all(d.Parts) + n*(number+adder)
	}
	return 0 // there is no operator of it
}

// Numbers estimates how many big floats the rows of k take on g, so that a caller can
// predict the time of Measure: some tenths of a second for 100,000 of them.
func Numbers(k chains.Kernel, g grid.Grid) float64 {
	facts, moves := chains.FactsOf(k, g), float64(g.Moves())
	paths := facts.Paths
	if k, ok := k.(kernels.MultipleTry); ok { // every pair of draws, of which its facts count the sums alone
		paths = math.Pow(moves, float64(2*k.Tries-1)) / 4
	}
	return float64(g.Size()) * max(moves, facts.Proposals, paths)
}
