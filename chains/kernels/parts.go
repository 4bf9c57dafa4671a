package kernels

import (
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// Facts of kernels that are made of others. A part may run on more states than it needs,
// because another part needs them.

// unpriced is the Cost of a kernel made from one that has none.
const unpriced = -1

// widest is the first kernel that needs more room than g, or the first of all. The others
// then move on the extended grid as on any.
func widest(ks []chains.Kernel, g grid.Grid) chains.Kernel {
	for _, k := range ks {
		if chains.States(k, g) != g.Size() {
			return k
		}
	}
	return ks[0]
}

// others is the number of states on which k runs, less one.
func others(k chains.Kernel, g grid.Grid) float64 { return float64(chains.States(k, g)) - 1 }

// neighbours is the largest number of cells that single moves lead to from a cell.
func neighbours(g grid.Grid) float64 {
	sum := 0.0
	for axis := range g.Axes() {
		sum += float64(min(g.Len(axis)-1, 2))
	}
	return sum
}

// partMoves is Moves of a part of k. If the part runs on more states than it needs,
// only the number of states bounds its moves.
func partMoves(part, k chains.Kernel, g grid.Grid) float64 {
	if others(part, g) != others(k, g) {
		return others(k, g)
	}
	return chains.Moves(part, g)
}

// productMoves bounds the number of states that a step of each part in turn leads to: at
// most the product over the parts, each with its moves and one for staying.
func productMoves(parts []chains.Kernel, k chains.Kernel, g grid.Grid) float64 {
	reach := 1.0
	for _, part := range parts {
		reach *= 1 + partMoves(part, k, g)
	}
	return min(reach-1, others(k, g))
}

// partsProposals is the sum of the parts' Proposals on the states of k.
func partsProposals(parts []chains.Kernel, k chains.Kernel, g grid.Grid) float64 {
	sum := 0.0
	for _, part := range parts {
		if others(part, g) != others(k, g) {
			sum += others(k, g)
		} else {
			sum += chains.Proposals(part, g)
		}
	}
	return sum
}

// partsMemory is the sum of the parts' Memory. On more states a part keeps more in
// proportion.
func partsMemory(parts []chains.Kernel, k chains.Kernel, g grid.Grid) (pairs, rows float64) {
	n := float64(chains.States(k, g))
	for _, part := range parts {
		wider := n / float64(chains.States(part, g))
		p, r := chains.Memory(part, g)
		pairs, rows = pairs+p*wider, rows+r*wider
	}
	return pairs, rows
}

// mixedMemory is partsMemory, and for each part that is a product the pair that it keeps
// when only a share of its result is asked for.
func mixedMemory(parts []chains.Kernel, k chains.Kernel, g grid.Grid) (pairs, rows float64) {
	pairs, rows = partsMemory(parts, k, g)
	for _, part := range parts {
		switch part.(type) {
		case Cycle, Repeat, GibbsSweep, Swap:
			pairs += 16 * float64(chains.States(k, g))
		}
	}
	return pairs, rows
}

// passedOn is the bytes of the pair that a product passes from part to part, if it has
// several parts and one of them needs all of another's result.
func passedOn(parts []chains.Kernel, k chains.Kernel, g grid.Grid) float64 {
	whole := slices.ContainsFunc(parts, func(part chains.Kernel) bool {
		switch part.(type) {
		case Line, Identity:
			return false
		}
		return true
	})
	if len(parts) < 2 || !whole {
		return 0
	}
	return 16 * float64(chains.States(k, g))
}

// writtenRows is the bytes of rows that are written out: for each move a state and a
// probability, in lists that grow by doubling.
func writtenRows(states, moves float64) float64 { return 40 * states * moves }
