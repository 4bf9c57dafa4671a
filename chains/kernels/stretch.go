package kernels

import (
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Stretch is the stretch move of Goodman and Weare (2010), as in emcee, on a lattice with two walkers. It runs on the
// box of their places, the second walker's axes after the first's. On the target f(x) f(y) each walker has the law of
// f. A step is one of Metropolis by each walker, then a stretch of x about y, then one of y about x. A stretch of x
// about y takes the difference d = x - y to 2d, d/2 or -d, each proposed with probability 1/3, and is accepted with
// min(1, f(x')/f(x)). A half that is not whole is rejected, and so is what leads off the box or into a wall.
//
// On the continuum z is drawn from 1/2 to 2, and its power is in the acceptance: a stretch changes volumes. Most of
// such z lead off the lattice. These three keep the counting measure: 2d is proposed from d as often as d from 2d, and
// -d as often as d from -d. So the proposal is symmetric. Alone it leaves d = 0 for nowhere; Metropolis leads out.
//
// Each of the four is reversible and the whole is not. The walk move x + (y - z) would take three walkers: on 49 cells
// 117,649 states, and not 2,401.
type Stretch struct{}

// Fits refuses a box that is not of two places, and what has no differences: labels of three and more, and rings, on
// which half a difference is two places.
func (Stretch) Fits(g grid.Grid) error {
	if !isSquare(g) {
		return errors.New("it moves two walkers, and their box has each axis twice")
	}
	if slices.Contains(g.Kinds(), grid.Ring) {
		return errors.New("it halves the difference of two walkers, " +
			"and on a ring there are two ways from one to the other")
	}
	return ordered(g)
}

func (Stretch) Definition(g grid.Grid) chains.Definition {
	one, other := walkers(g)
	move := operators.Metropolis.Definition
	return chains.InTurn{move(g, one...), move(g, other...), stretched(g, one, other), stretched(g, other, one)}
}

// stretched is the stretch of the walker on some axes about the one on the others.
func stretched(g grid.Grid, one, other []int) chains.Outcomes {
	factors := [3][2]int{{2, 1}, {1, 2}, {-1, 1}}
	return operators.Proposed(len(factors), func(x int, visit func(y int)) {
	next:
		for _, z := range factors {
			y := x
			for i, axis := range one {
				still := g.Coord(x, other[i])
				d := g.Coord(x, axis) - still
				to := still + d*z[0]/z[1]
				if d*z[0]%z[1] != 0 || to < 0 || to >= g.Len(axis) {
					continue next
				}
				y += (to - still - d) * g.Stride(axis)
			}
			if y != x {
				visit(y)
			}
		}
	}, operators.Metropolis)
}

// On returns the operator on g, the box of the places of both. It panics on another.
func (Stretch) On(g grid.Grid) chains.Operator {
	one, other := walkers(g)
	parts := []chains.Operator{walker{operators.NewLocal(g, operators.Metropolis, one...)},
		walker{operators.NewLocal(g, operators.Metropolis, other...)}}
	for _, axes := range [2][2][]int{{one, other}, {other, one}} {
		o := operators.NewSymmetric(g, stretched(g, axes[0], axes[1]))
		o.Pulls = o.PullRows
		parts = append(parts, o)
	}
	return operators.NewProduct(parts, g.Size())
}

// Facts counts the four proposals. A walker moves and is stretched.
func (Stretch) Facts(g grid.Grid) chains.Facts {
	one := 4 * (1 + beside(g)/2)
	return chains.Facts{Cost: 4, Moves: min(one*one-1, others(g)), Proposals: float64(g.Moves() + 6), Kept: aPair,
		Rows: 6 * aMove}
}

// walker makes the moves of one walker. Step draws once, from the whole row.
type walker struct{ *operators.Local }

func (o walker) Reversal() chains.Operator { return o }

func (o walker) Step(x int, d chains.Dice) int { return operators.StepByRow(o, x, d) }

// walkers returns the axes of both walkers on g, the box of their places. It panics on another grid.
func walkers(g grid.Grid) (one, other []int) {
	if !isSquare(g) {
		panic(fmt.Sprintf("kernels: two walkers on %v, which is no box of their places", g))
	}
	d := g.Axes() / 2
	for a := range d {
		one = append(one, a)
		other = append(other, d+a)
	}
	return one, other
}

// isSquare reports whether g has the axes of one walker twice.
func isSquare(g grid.Grid) bool {
	lens, d := g.Lens(), g.Axes()/2
	return slices.Equal(lens[:d], lens[d:])
}
