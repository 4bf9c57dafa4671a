package chains

import "breadboard/grid"

// What a kernel knows of its operators before one is made. Each fact is an optional
// method of the kernel and a function here that answers for every kernel.

// Priced is a kernel that knows the price of a step.
type Priced interface {
	// Cost is the mean number of log densities that a step on g computes, not
	// counting the cell it starts from, which the weight needs anyway. If it depends
	// on the density, it is the largest possible. g is the grid that On takes.
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
	return float64(States(k, g)) - 1
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
	// Memory returns bytes: what an operator keeps in order to pull pairs, besides p
	// and the pairs, and the rows that it writes out if it has no p. It leaves out
	// what does not grow with the states. g is the target's grid.
	Memory(g grid.Grid) (pairs, rows float64)
}

// Memory returns what k says, and 0 if it says nothing.
func Memory(k Kernel, g grid.Grid) (pairs, rows float64) {
	if keeper, ok := k.(Keeper); ok {
		return keeper.Memory(g)
	}
	return 0, 0
}
