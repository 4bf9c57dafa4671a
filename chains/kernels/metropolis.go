package kernels

import (
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Metropolis proposes a move along a random axis, each as probable, and accepts with
// min(1, f(y)/f(x)). Along a line or a ring the move goes back or forth, and from a label to
// any other. Off the end of a line it is rejected, also on a line of one value. A ring of two
// has one neighbour, proposed both ways; an axis of one label is not drawn. On two lines it is
// the kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

func (Metropolis) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Metropolis) }

func (Metropolis) Definition(g grid.Grid) chains.Definition {
	return operators.Metropolis.Definition(g)
}

// Facts counts the proposal.
func (Metropolis) Facts(g grid.Grid) chains.Facts { return proposing(1, beside(g)) }

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

func (Barker) Definition(g grid.Grid) chains.Definition { return operators.Barker.Definition(g) }

// Facts counts the proposal.
func (Barker) Facts(g grid.Grid) chains.Facts { return proposing(1, beside(g)) }

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one along every
// axis, with equal probability, and accepts with min(1, f(y)/f(x)). Moves off the grid are
// rejected and not left out. Cells at the border would otherwise propose fewer moves, and
// the proposal would not be symmetric. The ends of a ring are a move apart. Along a spin there
// are two ways: it is flipped, or not.
type King struct{}

// Fits refuses three labels and more: they have no neighbours. To move to any of them along all axes is Independence.
func (King) Fits(g grid.Grid) error { return ordered(g) }

func (k King) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, k.Definition(g))
	steps := stepsOf(g)
	flows := sync.OnceValue(func() *operators.Flows {
		return operators.NewFlows(g, kingWays(g), operators.Metropolis.Conduct, o.Propose)
	})
	var half [2][]int32
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		if g.Axes() > manyAxes {
			pullAround(g, steps, &half, dst, base, f, p, share*o.Propose)
			return
		}
		flows().PullPair(dst, base, f, p, p, share)
	}
	return o
}

func (King) Definition(g grid.Grid) chains.Definition {
	many, steps := 1, stepsOf(g)
	for a := range g.Axes() {
		many *= 1 + g.Ways(a)
	}
	of := operators.Proposed(many-1, func(x int, visit func(y int)) {
		for _, by := range around(nil, g, steps, x)[1:] {
			visit(x + int(by))
		}
	}, operators.Metropolis)
	if many > 1 {
		of.Draw = operators.Metropolis.Drawn(func(x int, d chains.Dice) (y int, ok bool) { return kingMove(g, x, d) })
	}
	return of
}

// kingMove draws one of the moves of a king. ok is false if it leaves the box.
func kingMove(g grid.Grid, x int, d chains.Dice) (y int, ok bool) {
	rest := 1.0 // the ways along this axis and those behind it, to stay on all of them too
	for a := range g.Axes() {
		rest *= float64(1 + g.Ways(a))
	}
	y = x
	ok = true
	stayed := 1.0 // to stay on all axes is no move; 0 once there was a way
	for a := range g.Axes() {
		rest /= float64(1 + g.Ways(a))
		odds := slices.Repeat([]float64{rest}, 1+g.Ways(a))
		odds[0] -= stayed
		way := d.Pick(odds)
		if way == 0 {
			continue
		}
		stayed = 0
		cells := 2*way - 3 // back, or forth
		if g.Ways(a) == 1 {
			cells = 1 // a spin is flipped
		}
		on, inside := g.Along(y, a, cells)
		ok = ok && inside
		y = on
	}
	return y, ok
}

// Facts counts the proposal. A cell inside the box touches 8 on two long axes.
func (King) Facts(g grid.Grid) chains.Facts { return written(1, within(g, 1), 0) }

// manyAxes is the largest number of axes on which edges are pulled way by way. With more
// axes most ways lead off any box small enough for memory.
const manyAxes = 4

// stepsOf lists the steps along each axis.
func stepsOf(g grid.Grid) (all [][]grid.Step) {
	for a := range g.Axes() {
		all = append(all, g.Steps(a))
	}
	return all
}

// around lists the offsets of a king's moves from x along some axes, beginning with 0. It reuses buf.
func around(buf []int32, g grid.Grid, steps [][]grid.Step, x int) []int32 {
	all := append(buf[:0], 0)
	for _, along := range steps {
		for _, by := range all {
			for _, s := range along {
				for range s.Ways {
					if g.Stays(x, s) {
						all = append(all, by+int32(s.By))
					}
				}
			}
		}
	}
	return all
}

// pullAround goes from each cell to all its neighbours. It does not store the edges: with
// two cells along every axis they are all pairs of cells. half is a buffer for the offsets
// along the first half of the axes and along the second.
func pullAround(g grid.Grid, steps [][]grid.Step, half *[2][]int32, dst, base, f *chains.Pair, p []float64,
	share float64) {
	middle := g.Axes() / 2
	for x, here := range p {
		half[0] = around(half[0], g, steps[:middle], x)
		half[1] = around(half[1], g, steps[middle:], x)
		f0 := f[0][x]
		f1 := f[1][x]
		g0 := 0.0
		g1 := 0.0
		for _, far := range half[0] {
			for _, near := range half[1] {
				y := x + int(far+near)
				c := min(here, p[y])
				g0 += c * (f[0][y] - f0)
				g1 += c * (f[1][y] - f1)
			}
		}
		rate := share / (here + operators.Least)
		dst[0][x] = base[0][x] + rate*g0
		dst[1][x] = base[1][x] + rate*g1
	}
}

// kingWays lists a king's ways: one of each two opposite ones.
func kingWays(g grid.Grid) []operators.Way {
	ways := []operators.Way{{Steps: make([]int, g.Axes()), Moves: 1}} // the first stays
	for a, along := range stepsOf(g) {
		for i, way := range ways {
			for _, s := range slices.Backward(along) { // forth first
				if i > 0 || s.Cells > 0 {
					more := operators.Way{Steps: slices.Clone(way.Steps), Moves: way.Moves * float64(s.Ways)}
					more.Steps[a] = s.Cells
					ways = append(ways, more)
				}
			}
		}
	}
	return ways[1:]
}
