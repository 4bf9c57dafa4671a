package cause

import (
	"fmt"
	"math"

	"breadboard/grid"
)

// otherOrder finds a kernel that reads the cells of log f in another order.
func otherOrder(c Case) *Cause {
	g := c.Levels[0].Grid
	n := g.Size()
	order := func(from func(x int) int) bool {
		return c.leaves(func(l Level) []float64 {
			logf := make([]float64, n)
			for x := range logf {
				logf[x] = l.LogF[from(x)]
			}
			return logf
		})
	}
	inverse := make([]int, n)
	for x := range inverse {
		inverse[firstFastest(g, x)] = x
	}
	if g.Axes() > 1 && (order(func(x int) int { return firstFastest(g, x) }) ||
		order(func(x int) int { return inverse[x] })) {
		return &Cause{"order", "it leaves f with rows and columns exchanged invariant: cells are counted along the other " +
			"axis first"}
	}
	for a := range g.Axes() {
		if order(func(x int) int { return x + (g.Len(a)-1-2*g.Coord(x, a))*g.Stride(a) }) {
			return &Cause{"flipped", fmt.Sprintf("it leaves f upside down along axis %d invariant", a+1)}
		}
	}
	for _, by := range []int{1, n - 1} {
		if order(func(x int) int { return (x + by) % n }) {
			return &Cause{"shifted", "it leaves f shifted by one cell invariant: cells are counted from 1 and from 0"}
		}
	}
	return nil
}

// firstFastest returns a cell's number if cells are counted along the first axis first.
func firstFastest(g grid.Grid, x int) int {
	to, stride := 0, 1
	for a := range g.Axes() {
		to += g.Coord(x, a) * stride
		stride *= g.Len(a)
	}
	return to
}

// edges finds a kernel that proposes only moves that stay on the grid and forgets that the cells at the
// border have fewer: it leaves f times the number of a cell's moves invariant.
func edges(c Case) *Cause {
	g := c.Levels[0].Grid
	times := func(ways func(g grid.Grid, x int) int, power float64) bool {
		return c.leaves(func(l Level) []float64 {
			logf := make([]float64, len(l.LogF))
			for x, v := range l.LogF {
				logf[x] = v + power*math.Log(max(1, float64(ways(g, x))))
			}
			return logf
		})
	}
	for _, ways := range []func(g grid.Grid, x int) int{singleMoves, kingMoves} {
		if times(ways, 1) {
			return &Cause{"edges", "it leaves f times a cell's number of moves invariant: the proposal has fewer moves at " +
				"the border, and the acceptance forgets that ratio"}
		}
		if times(ways, 2) || times(ways, -1) {
			return &Cause{"edges-inverted", "the acceptance has the ratio of the numbers of moves upside down, or where " +
				"none is due"}
		}
	}
	return nil
}

// singleMoves counts the single moves from a cell.
func singleMoves(g grid.Grid, x int) (n int) {
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// kingMoves counts the cells that touch a cell, walls among them.
func kingMoves(g grid.Grid, x int) int {
	n := 1
	for a := range g.Axes() {
		n *= min(g.Coord(x, a), 1) + min(g.Len(a)-1-g.Coord(x, a), 1) + 1
	}
	return n - 1
}
