package chains

import (
	"math"
	"slices"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one
// along every axis, with equal probability, and accepts with min(1, f(y)/f(x));
// moves off the grid are rejected, also by cells that have fewer. That makes the
// proposal symmetric and the kernel reversible.
type King struct{}

// On returns the operator on g.
func (King) On(g grid.Grid) Operator {
	o := &king{grid: g}
	o.symmetric = newSymmetric(g, 1/(math.Pow(3, float64(g.Axes()))-1), func(x int, visit func(y int)) {
		for _, by := range around(nil, g, x, 0, g.Axes())[1:] {
			visit(x + int(by))
		}
	})
	o.add = o.addFlows
	if g.Axes() > kingsAxes {
		o.add = o.addTouching
	}
	return o
}

// Cost is 1, the proposal.
func (King) Cost(grid.Grid) float64 { return 1 }

// Moves is the number of cells that touch one inside the box: 8 on two long axes.
func (King) Moves(g grid.Grid) float64 {
	touched := 1.0
	for a := range g.Axes() {
		touched *= float64(min(g.Len(a), 3))
	}
	return touched - 1
}

// Memory is that of the rows.
func (k King) Memory(g grid.Grid) (pairs, rows float64) {
	return 0, writtenRows(float64(g.Size()), k.Moves(g))
}

type king struct {
	*symmetric
	grid  grid.Grid
	flows *flows     // nil until they are needed
	half  [2][]int32 // what leads around a cell along the first half of the axes, and the others
}

// kingsAxes are how many axes a king may have for his edges to be taken way by way:
// on more, most of his ways lead off a box that can be dealt with at all.
const kingsAxes = 4

func (o *king) Reversal() Operator { return o }

// around lists what a king can add to x along the axes from first to last, nothing
// before all else, in room that may grow.
func around(room []int32, g grid.Grid, x, first, last int) []int32 {
	all := append(room[:0], 0)
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

func (o *king) addFlows(dst, base, f *Pair, p []float64, share float64) {
	if o.flows == nil {
		o.flows = newFlows(o.grid, kingsWays(o.grid), lanes.Lesser, o.propose)
	}
	o.flows.pullPair(dst, base, f, p, p, share)
}

// addTouching goes from each cell to all that it touches: they are not kept, being
// all pairs of cells where there are only two along every axis.
func (o *king) addTouching(dst, base, f *Pair, p []float64, share float64) {
	share *= o.propose
	middle := o.grid.Axes() / 2
	for x, here := range p {
		o.half[0], o.half[1] = around(o.half[0], o.grid, x, 0, middle), around(o.half[1], o.grid, x, middle, o.grid.Axes())
		f0, f1, g0, g1 := f[0][x], f[1][x], 0.0, 0.0
		for _, far := range o.half[0] {
			for _, near := range o.half[1] {
				y := x + int(far+near)
				c := min(here, p[y])
				g0 += c * (f[0][y] - f0)
				g1 += c * (f[1][y] - f1)
			}
		}
		rate := share / (here + least)
		dst[0][x], dst[1][x] = base[0][x]+rate*g0, base[1][x]+rate*g1
	}
}

// kingsWays are the steps of a king, one of each two that are opposite: by axis -1, 0
// or 1, the first that is not 0 being 1. Along an axis of one cell there are none.
func kingsWays(g grid.Grid) [][]int {
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
