package kernels

import (
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// Stretch is the stretch move of Goodman and Weare (2010), as in emcee, on a lattice with two walkers. It runs on the
// box of their places, the second walker's axes after the first's. On the target f(x) f(y) each walker has the
// distribution f. A step is one of Metropolis by each walker, then a stretch of x about y, then one of y about x. A
// stretch of x about y takes the difference d = x - y to 2d, d/2 or -d, each proposed with probability 1/3, and is
// accepted with min(1, f(x')/f(x)). A half that is not whole is rejected, and so is a proposal off the box or into a
// wall.
//
// On the continuum z is drawn from 1/2 to 2, and its power is in the acceptance: a stretch changes volumes. Most of
// these z lead off the lattice. The three factors keep the counting measure: 2d is proposed from d as often as d from
// 2d, and -d as often as d from -d. So the proposal is symmetric. A stretch never leaves d = 0; Metropolis does.
//
// Each of the four parts is reversible and the whole is not. The walk move x + (y - z) would take three walkers: on 49
// cells 117,649 states, and not 2,401.
type Stretch struct{}

// On returns the operator on g, the box of the places of both. It refuses a box that is not of two places, and axes
// without differences: three labels or more, and rings, on which half a difference is two places.
func (Stretch) On(g grid.Grid) (chains.Operator, error) {
	if !isSquare(g) {
		return nil, errors.New("it moves two walkers, and their box has each axis twice")
	}
	if slices.Contains(g.Kinds(), grid.Ring) {
		return nil, errors.New("it halves the difference of two walkers, " +
			"and on a ring there are two ways from one to the other")
	}
	if err := ordered(g); err != nil {
		return nil, err
	}
	one, other := walkers(g)
	return flows.InTurn(g.Size(), flows.Moves(g, lanes.Metropolis, one...), flows.Moves(g, lanes.Metropolis, other...),
		stretched(g, one, other), stretched(g, other, one)), nil
}

// Cost counts the four proposals. A walker moves and is stretched.
func (Stretch) Cost(grid.Grid) float64 { return 4 }

// stretched returns the stretch of the walker on some axes about the one on the others.
func stretched(g grid.Grid, one, other []int) chains.Operator {
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		for x := range g.Size() {
			for _, factor := range [3][2]int{{2, 1}, {1, 2}, {-1, 1}} {
				if y, whole := stretchedBy(g, x, one, other, factor); whole && y > x {
					e.Add(x, y, 0)
				}
			}
		}
		return flows.Counted(lanes.Metropolis, 3, nil, []int{1}).Form(e)
	})
}

// stretchedBy multiplies the difference of the walkers by a factor, a quotient. whole is false if that leads between
// cells, or off the box.
func stretchedBy(g grid.Grid, x int, one, other []int, factor [2]int) (y int, whole bool) {
	y = x
	for i, axis := range one {
		still := g.Coord(x, other[i])
		d := g.Coord(x, axis) - still
		to := still + d*factor[0]/factor[1]
		if d*factor[0]%factor[1] != 0 || to < 0 || to >= g.Len(axis) {
			return x, false
		}
		y += (to - still - d) * g.Stride(axis)
	}
	return y, true
}

// walkers returns the axes of both walkers on g, the box of their places.
func walkers(g grid.Grid) (one, other []int) {
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
