package kernels

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Two short ways to bring a kernel that can be proved too. Rows (matrices.go) is the third and shortest, by
// probabilities in float64 alone, of which a proof knows nothing.

// Proposed proposes one of Of cells, all as probable, and accepts with min(1, f(y)/f(x)). From x these are the cells
// y != x that Near visits, and as many more that are rejected, such as those off the grid. Near visits x from y if it
// visits y from x: the proposal is symmetric, and so the kernel is reversible. A wall is rejected.
type Proposed struct {
	Of   int
	Near func(g grid.Grid, x int, visit func(y int))
}

// Definition is the kernel over any number.
func (k Proposed) Definition(g grid.Grid) chains.Definition {
	return operators.Proposed(k.Of, func(x int, visit func(y int)) { k.Near(g, x, visit) }, operators.Metropolis)
}

// On returns the operator on g.
func (k Proposed) On(g grid.Grid) chains.Operator {
	return operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
}

// Facts counts the proposal.
func (k Proposed) Facts(g grid.Grid) chains.Facts {
	return written(1, math.Min(others(g), float64(k.Of)), 0)
}

// ByRule is a reversible kernel by a definition of one's own, whose rows are one generic function for three numbers. It
// enters no walls.
type ByRule struct {
	Of func(g grid.Grid) chains.Outcomes
}

// Definition is the kernel over any number.
func (k ByRule) Definition(g grid.Grid) chains.Definition { return k.Of(g) }

// On returns the operator on g.
func (k ByRule) On(g grid.Grid) chains.Operator {
	return operators.NewWritten(g, operators.WallsOf(g), k.Of(g))
}

// Facts counts a move to every other cell: nobody says how many there are.
func (k ByRule) Facts(g grid.Grid) chains.Facts { return written(math.NaN(), others(g), 0) }
