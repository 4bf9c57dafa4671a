package chains

import (
	"math"

	"breadboard/grid"
)

// What a kernel knows of its operators before one is made. Each fact is an optional
// method of the kernel and a function here that answers for every kernel.

// Priced is a kernel that knows the price of a step.
type Priced interface {
	// Cost is the mean number of log densities that a step on g computes besides
	// the one where it stands, which the weight needs anyway; if it depends on the
	// density, the largest it may be. g is the grid that On takes.
	Cost(g grid.Grid) float64
}

// Cost returns the price of one step of k on g; ok is false if k does not know it.
func Cost(k Kernel, g grid.Grid) (cost float64, ok bool) {
	p, ok := k.(Priced)
	if !ok {
		return 0, false
	}
	cost = p.Cost(g)
	return cost, cost >= 0
}

// unpriced is the Cost of a kernel made from one that has none.
const unpriced = -1

// A Mover is a kernel that knows how far a step leads.
type Mover interface {
	// Moves is the largest number of states, besides itself, that one step leads to
	// from a state. g is the target's grid.
	Moves(g grid.Grid) float64
}

// Moves returns how many other states one step of k can lead to from a state, at the
// most: all of them if k does not say. g is the target's grid.
func Moves(k Kernel, g grid.Grid) float64 {
	if m, ok := k.(Mover); ok {
		return m.Moves(g)
	}
	return others(k, g)
}

// A Proposer is a kernel that redraws some coordinates as a whole, so that fewer
// probabilities describe a step than there are moves.
type Proposer interface {
	// Proposals is the number of moves from a state that each have a probability of
	// their own. The cells of a line that is redrawn share the line's density, and
	// do not count. g is the target's grid.
	Proposals(g grid.Grid) float64
}

// Proposals returns how many probabilities a state has in the operators of k if they
// are written out one by one: as many as Moves if k does not say.
func Proposals(k Kernel, g grid.Grid) float64 {
	if p, ok := k.(Proposer); ok {
		return p.Proposals(g)
	}
	return Moves(k, g)
}

// A Keeper is a kernel whose operators keep something for every state.
type Keeper interface {
	// Memory returns the bytes that an operator keeps in order to pull pairs, besides
	// p and the pairs; and those of the rows that it writes out if it has no p. What
	// does not grow with the states is left out. g is the target's grid.
	Memory(g grid.Grid) (pairs, rows float64)
}

// Memory returns what k says, and 0 if it says nothing.
func Memory(k Kernel, g grid.Grid) (pairs, rows float64) {
	if keeper, ok := k.(Keeper); ok {
		return keeper.Memory(g)
	}
	return 0, 0
}

// others is the number of states on which k runs, less one.
func others(k Kernel, g grid.Grid) float64 { return float64(States(k, g)) - 1 }

// neighbours is the largest number of cells that single moves lead to from a cell.
func neighbours(g grid.Grid) float64 {
	sum := 0.0
	for axis := range g.Axes() {
		sum += float64(min(g.Len(axis)-1, 2))
	}
	return sum
}

// restOfLines is the number of other cells on the lines through a cell.
func restOfLines(g grid.Grid) float64 {
	sum := 0.0
	for axis := range g.Axes() {
		sum += float64(g.Len(axis) - 1)
	}
	return sum
}

// Kernels made of others add up what their parts say. A part may run on more states
// than it needs, because another part needs them.

// partMoves is Moves of a part of k. On more states than it needs nothing is known
// of a part but their number.
func partMoves(part, k Kernel, g grid.Grid) float64 {
	if States(part, g) != States(k, g) {
		return others(k, g)
	}
	return Moves(part, g)
}

// partsProposals is the sum of the parts' Proposals on the states of k.
func partsProposals(parts []Kernel, k Kernel, g grid.Grid) float64 {
	sum := 0.0
	for _, part := range parts {
		if States(part, g) != States(k, g) {
			sum += others(k, g)
		} else {
			sum += Proposals(part, g)
		}
	}
	return sum
}

// partsMemory is the sum of the parts' Memory. A part keeps as much for each of more
// states.
func partsMemory(parts []Kernel, k Kernel, g grid.Grid) (pairs, rows float64) {
	n := float64(States(k, g))
	for _, part := range parts {
		wider := n / float64(States(part, g))
		p, r := Memory(part, g)
		pairs, rows = pairs+p*wider, rows+r*wider
	}
	return pairs, rows
}

// productMoves is the largest number of states that a step of each part in turn leads
// to: at most the product of where each leads or stays.
func productMoves(parts []Kernel, k Kernel, g grid.Grid) float64 {
	reach := 1.0
	for _, part := range parts {
		reach *= 1 + partMoves(part, k, g)
	}
	return min(reach-1, others(k, g))
}

// writtenRows is the bytes of rows that are written out: a state and a probability
// each, in lists that grow by doubling.
func writtenRows(states, moves float64) float64 { return 40 * states * moves }

// handedOn is the bytes of the two vectors that a product of kernels hands on, if it
// has several parts and one of them needs all of another's result.
func handedOn(parts []Kernel, k Kernel, g grid.Grid) float64 {
	whole := false
	for _, part := range parts {
		switch part.(type) {
		case Line, Identity:
		default:
			whole = true
		}
	}
	if len(parts) < 2 || !whole {
		return 0
	}
	return 16 * float64(States(k, g))
}

// multisetsOf is the number of ways to draw k of m moves with replacement, in any order.
func multisetsOf(m, k int) float64 {
	sets := 1.0
	for i := range max(k, 0) {
		sets *= float64(m+i) / float64(i+1)
	}
	return math.Round(sets)
}
