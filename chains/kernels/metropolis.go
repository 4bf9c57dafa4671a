package kernels

import (
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Metropolis proposes each of the 2d moves with probability 1/2d and accepts with
// min(1, f(y)/f(x)); moves off the grid are rejected. On a grid of two axes it is the
// kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

func (Metropolis) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Metropolis) }

func (Metropolis) Definition(g grid.Grid) chains.Definition {
	return operators.Metropolis.Definition(g)
}

// Facts counts the proposal.
func (Metropolis) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

func (Barker) Definition(g grid.Grid) chains.Definition { return operators.Barker.Definition(g) }

// Facts counts the proposal.
func (Barker) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one along every
// axis, with equal probability, and accepts with min(1, f(y)/f(x)). Moves off the grid are
// rejected and not left out. Cells at the border would otherwise propose fewer moves, and
// the proposal would not be symmetric.
type King struct{}

func (k King) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, k.Definition(g))
	flows := sync.OnceValue(func() *operators.Flows {
		return operators.NewFlows(g, kingWays(g), operators.Metropolis.Conduct, o.Propose)
	})
	var half [2][]int32
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		if g.Axes() > manyAxes {
			pullAround(g, &half, dst, base, f, p, share*o.Propose)
			return
		}
		flows().PullPair(dst, base, f, p, p, share)
	}
	return o
}

func (King) Definition(g grid.Grid) chains.Definition {
	many := 1
	for range g.Axes() {
		many *= 3
	}
	return operators.Proposed(many-1, func(x int, visit func(y int)) {
		for _, by := range around(nil, g, x, 0, g.Axes())[1:] {
			visit(x + int(by))
		}
	}, operators.Metropolis)
}

// Facts counts the proposal. A cell inside the box touches 8 on two long axes.
func (King) Facts(g grid.Grid) chains.Facts { return written(1, within(g, 1), 0) }

// manyAxes is the largest number of axes on which edges are pulled way by way. With more
// axes most ways lead off any box small enough for memory.
const manyAxes = 4

// around lists the offsets of a king's moves from x along the axes first to last, beginning
// with 0. It reuses buf.
func around(buf []int32, g grid.Grid, x, first, last int) []int32 {
	all := append(buf[:0], 0)
	for a := first; a < last; a++ {
		c, stride := g.Coord(x, a), int32(g.Stride(a))
		for _, by := range all {
			if c > 0 {
				all = append(all, by-stride)
			}
			if c < g.Len(a)-1 {
				all = append(all, by+stride)
			}
		}
	}
	return all
}

// pullAround goes from each cell to all its neighbours. It does not store the edges: with
// two cells along every axis they are all pairs of cells. half is a buffer for the offsets
// along the first half of the axes and along the second.
func pullAround(g grid.Grid, half *[2][]int32, dst, base, f *chains.Pair, p []float64, share float64) {
	middle := g.Axes() / 2
	for x, here := range p {
		half[0], half[1] = around(half[0], g, x, 0, middle), around(half[1], g, x, middle, g.Axes())
		f0, f1, g0, g1 := f[0][x], f[1][x], 0.0, 0.0
		for _, far := range half[0] {
			for _, near := range half[1] {
				y := x + int(far+near)
				c := min(here, p[y])
				g0 += c * (f[0][y] - f0)
				g1 += c * (f[1][y] - f1)
			}
		}
		rate := share / (here + operators.Least)
		dst[0][x], dst[1][x] = base[0][x]+rate*g0, base[1][x]+rate*g1
	}
}

// kingWays lists a king's steps, one of each two opposite ones: -1, 0 or 1 along every axis,
// the first that is not 0 being 1. An axis of one cell has none.
func kingWays(g grid.Grid) [][]int {
	ways := [][]int{make([]int, g.Axes())} // the first stays
	for a := range g.Axes() {
		if g.Len(a) == 1 {
			continue
		}
		for i, way := range ways {
			for _, step := range []int{1, -1} {
				if i > 0 || step > 0 {
					more := slices.Clone(way)
					more[a] = step
					ways = append(ways, more)
				}
			}
		}
	}
	return ways[1:]
}
