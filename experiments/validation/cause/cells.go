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
		return &Cause{Name: "order",
			Says: "it leaves f with rows and columns exchanged invariant: cells are counted along the other " +
				"axis first"}
	}
	for a := range g.Axes() {
		if order(func(x int) int { return x + (g.Len(a)-1-2*g.Coord(x, a))*g.Stride(a) }) {
			return &Cause{Name: "flipped", Says: fmt.Sprintf("it leaves f upside down along axis %d invariant", a+1)}
		}
	}
	for _, by := range []int{1, n - 1} {
		if order(func(x int) int { return (x + by) % n }) {
			return &Cause{Name: "shifted",
				Says: "it leaves f shifted by one cell invariant: cells are counted from 1 and from 0"}
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

// edges finds a kernel that proposes only moves that stay on the grid, or only those that also enter no
// wall, and forgets that the cells at the border have fewer: it leaves f times the number of a cell's
// moves invariant.
func edges(c Case) *Cause {
	g := c.Levels[0].Grid
	for _, proposal := range []proposal{{}, {walls: true}, {king: true}, {king: true, walls: true}} {
		counts := proposal.counts(g)
		times := func(power float64) bool {
			return c.leaves(func(l Level) []float64 {
				logf := make([]float64, len(l.LogF))
				for x, v := range l.LogF {
					logf[x] = v + power*math.Log(max(1, counts[x]))
				}
				return logf
			})
		}
		if times(1) {
			return &Cause{Name: "edges",
				Says: "it leaves f times a cell's number of moves invariant: the proposal has fewer " +
					"moves at the border, and the acceptance forgets that ratio"}
		}
		if times(2) || times(-1) {
			return &Cause{Name: "edges-inverted",
				Says: "the acceptance has the ratio of the numbers of moves upside down, " +
					"or where none is due"}
		}
	}
	return nil
}

// A proposal is which moves are proposed alike: single moves or a king's, into walls or not.
type proposal struct{ king, walls bool }

// counts returns the number of moves from each cell.
func (p proposal) counts(g grid.Grid) []float64 {
	counts := make([]float64, g.Size())
	for x := range counts {
		for y := range counts {
			if (p.walls || !g.Wall(y)) && p.leads(g, x, y) {
				counts[x]++
			}
		}
	}
	return counts
}

// leads reports whether one move leads from x to y.
func (p proposal) leads(g grid.Grid, x, y int) bool {
	steps, longest := 0, 0
	for a := range g.Axes() {
		d := max(g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
		steps, longest = steps+d, max(longest, d)
	}
	return steps == 1 || p.king && longest == 1
}
