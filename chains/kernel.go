package chains

import (
	"math"

	"breadboard/grid"
)

// A Kernel makes, for any density on a grid, a Markov operator that leaves the density
// invariant. Kernels are values and may be shared; operators may not.
type Kernel interface {
	On(g grid.Grid) Operator
}

// Extends is a kernel that needs more room than the target's grid: for a walker's
// direction, or for a second walker. Annealing.Extended makes the room, once.
type Extends interface {
	// Box returns the box on which the kernel's operators run, without walls. It may be too
	// large to compute on. The axes of g come first, so that the states x*k to x*k+k-1
	// belong to cell x.
	Box(g grid.Grid) grid.Grid
	// Extend returns the box with its walls, and the bridge on it. At every beta where b
	// has mass the extended density, summed over the states of a cell, is proportional
	// to b's.
	Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge)
}

// A Composed kernel is made of others. It runs where the first of its parts that Extends
// runs; the other parts then move on the extended grid as on any.
type Composed interface{ Parts() []Kernel }

// extension returns the Extends that decides where k runs, or nil.
func extension(k Kernel) Extends {
	switch k := k.(type) {
	case Extends:
		return k
	case Composed:
		for _, part := range k.Parts() {
			if wide := extension(part); wide != nil {
				return wide
			}
		}
	}
	return nil
}

// Box returns the box that k runs on if the target is on g, without walls if k Extends.
func Box(k Kernel, g grid.Grid) grid.Grid {
	if wide := extension(k); wide != nil {
		return wide.Box(g)
	}
	return g
}

// States is the number of states that k runs on.
func States(k Kernel, g grid.Grid) int { return Box(k, g).Size() }

// Extend returns the grid and the bridge that k runs on: its extension of g and b, or g and
// b.
func Extend(k Kernel, g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	if wide := extension(k); wide != nil {
		return wide.Extend(g, b)
	}
	return g, b
}

// Facts describe a kernel's operators on a grid before one is made.
type Facts struct {
	// Cost is the mean number of log densities that a step computes, not counting the
	// cell it starts from, which the weight needs anyway. If it depends on the density,
	// it is the largest possible. It is NaN if the kernel does not know it.
	Cost float64
	// Moves is the largest number of other states that one step leads to.
	Moves float64
	// Proposals is the number of moves that each have a probability of their own. The
	// cells of a line that is redrawn share the line's density, and do not count.
	Proposals float64
	// Paths is the number of random ways that one row adds up, if they are many more than
	// Proposals, and otherwise 0.
	Paths float64
	// Kept and Rows are numbers of eight bytes a state: what an operator keeps in order to pull pairs,
	// besides p and the pairs, and the size of the rows that it writes out if it has no p. They are right within
	// a factor of two.
	Kept, Rows float64
}

// FactsOf returns what k's method Facts says of its operators on g, the grid that On takes.
// A kernel without the method has no known cost and may move to any state.
func FactsOf(k Kernel, g grid.Grid) Facts {
	if known, ok := k.(interface{ Facts(g grid.Grid) Facts }); ok {
		return known.Facts(g)
	}
	others := float64(g.Size() - 1)
	return Facts{Cost: math.NaN(), Moves: others, Proposals: others}
}

// Cost returns the mean cost of one step of k on g; ok is false if k does not know it.
func Cost(k Kernel, g grid.Grid) (cost float64, ok bool) {
	cost = FactsOf(k, g).Cost
	return cost, !math.IsNaN(cost)
}
