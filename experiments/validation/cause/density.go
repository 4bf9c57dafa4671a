package cause

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/laws"
	"breadboard/grid"
)

// otherDensity finds the density that the kernel leaves invariant in place of the level's.
func otherDensity(c Case) *Cause {
	if !c.breaks(laws.EachCell) || !c.probabilities() {
		return nil
	}
	for _, find := range []func(Case) *Cause{singleLogF, otherLevel, otherPower, otherOrder, edges, lopsided,
		wallsOpen} {
		if found := find(c); found != nil {
			return found
		}
	}
	return nil
}

// otherLevel finds a kernel that is aimed at another level of the annealing, the same way at all
// levels that are looked at.
func otherLevel(c Case) *Cause {
	last := c.Levels[len(c.Levels)-1]
	say := func(name, which string, beta float64) *Cause {
		return &Cause{Name: name,
			Says: fmt.Sprintf("it leaves the density at beta = %.4g invariant, not %.4g: %s", beta, last.Beta,
				which)}
	}
	switch {
	case c.leaves(c.beside(-1)):
		return say("level-before", "f from the level before", c.Schedule.Beta(last.T-1))
	case c.leaves(c.beside(1)):
		return say("level-after", "f from the level after", c.Schedule.Beta(last.T+1))
	case c.leaves(func(l Level) []float64 { return c.at(l, l.T, 1) }):
		return say("always-target", "f of the target at every level", 1)
	}
	return nil
}

// beside returns log f of the level so many levels on. A level alone has none: its density may be that
// of any other by chance.
func (c Case) beside(by int) func(l Level) []float64 {
	return func(l Level) []float64 {
		t := l.T + by
		if len(c.Levels) < 2 || t < 1 || t > c.T() {
			return nil
		}
		return c.at(l, t, c.Schedule.Beta(t))
	}
}

// at returns log f at a beta, nil if that is the level's own.
func (c Case) at(l Level, t int, beta float64) []float64 {
	if beta == l.Beta {
		return nil
	}
	level := c.NewLevel()
	level.Move(t, beta)
	return level.LogF()
}

// powers have a name if f to that power is left invariant in place of f.
var powers = []struct {
	power      float64
	name, says string
}{
	{-1, "inverted", "it leaves 1/f invariant: log f, or the odds, have the wrong sign"},
	{0, "flat", "it leaves the flat density invariant, as if every move were accepted"},
	{2, "squared", "it leaves f^2 invariant: f, or beta, is multiplied in twice"},
	{0.5, "square-root", "it leaves the square root of f invariant: log f is halved"},
	{1 / math.Ln10, "log10", "it leaves f^(1/ln 10) invariant: log to base 10 is taken for the natural one"},
	{math.Ln10, "ln10", "it leaves f^(ln 10) invariant: the natural log is taken for one to base 10"},
	{math.Ln2, "ln2", "it leaves f^(ln 2) invariant: the natural log is taken for one to base 2"},
	{1 / math.Ln2, "log2", "it leaves f^(1/ln 2) invariant: log to base 2 is taken for the natural one"},
}

// otherPower finds a kernel that leaves a power of f invariant: the same at all levels, or beta
// itself.
func otherPower(c Case) *Cause {
	fits := func(power func(l Level) float64) bool {
		return c.leaves(func(l Level) []float64 { return l.power(power(l)) })
	}
	for _, p := range powers {
		if fits(func(Level) float64 { return p.power }) {
			return &Cause{Name: p.name, Says: p.says}
		}
	}
	if len(c.Levels) > 1 && fits(func(l Level) float64 { return l.Beta }) {
		return &Cause{Name: "beta-twice", Says: "it leaves f^beta of each level invariant: beta is multiplied in twice"}
	}
	k, ok := c.Levels[0].fitPower()
	if !ok || !fits(func(Level) float64 { return k }) {
		return nil
	}
	return &Cause{Name: "temperature",
		Says: fmt.Sprintf("it leaves f^%.4g invariant: the temperature, or a factor of log f, is wrong",
			k)}
}

// power is log f times a number, in cells with mass.
func (l Level) power(k float64) []float64 {
	logf := make([]float64, len(l.LogF))
	for x, v := range l.LogF {
		if logf[x] = k * v; math.IsInf(v, -1) {
			logf[x] = v
		}
	}
	return logf
}

// fitPower returns the power of f that is in detailed balance with the steepest move, if f has enough
// other values for the fit to be tested.
func (l Level) fitPower() (k float64, ok bool) {
	fitted, at := math.NaN(), 0.0
	values := map[float64]bool{}
	for x, p := range l.P {
		if p > 0 {
			values[l.LogF[x]] = true
		}
	}
	l.moves(func(x, y int, p float64) {
		if d := l.LogF[y] - l.LogF[x]; d > at && l.Rows[y][x] > 0 { // the steepest, for its digits
			at, fitted = d, math.Log(p/l.Rows[y][x])/d
		}
	})
	return fitted, len(values) > 4 && !math.IsNaN(fitted)
}

// lopsided finds proposals that go forth along an axis more often than back, without the ratio: log of
// what is left invariant is log f and a multiple of the coordinate.
func lopsided(c Case) *Cause {
	slopes := c.Levels[0].slopes()
	if slopes == nil || !c.leaves(func(l Level) []float64 {
		logf := make([]float64, len(l.LogF))
		for x, v := range l.LogF {
			logf[x] = v
			for a, s := range slopes {
				logf[x] += s * float64(l.Grid.Coord(x, a))
			}
		}
		return logf
	}) {
		return nil
	}
	axis := 0
	for a, s := range slopes {
		if math.Abs(s) > math.Abs(slopes[axis]) {
			axis = a
		}
	}
	ways := [2]string{"forth", "back"}
	if slopes[axis] < 0 {
		ways = [2]string{"back", "forth"}
	}
	return &Cause{Name: "lopsided",
		Says: fmt.Sprintf("moves %s along axis %d are proposed %.4g times as often as %s, and the "+
			"acceptance forgets that ratio (Hastings)", ways[0], axis+1, math.Exp(math.Abs(slopes[axis])), ways[1])}
}

// slopes returns, for each axis, by how much the log odds of a move forth and back exceed those of f;
// nil if there are too few cells to test them.
func (l Level) slopes() []float64 {
	slopes, cells := make([]float64, l.Grid.Axes()), 0
	for x, p := range l.P {
		if p == 0 {
			continue
		}
		cells++
		for a := range slopes {
			y := x + l.Grid.Stride(a)
			if slopes[a] == 0 && l.Grid.Coord(x, a) < l.Grid.Len(a)-1 && l.P[y] > 0 && l.Rows[x][y] > 0 && l.Rows[y][x] > 0 {
				slopes[a] = math.Log(l.Rows[x][y]/l.Rows[y][x]) - (l.LogF[y] - l.LogF[x])
			}
		}
	}
	if cells < len(slopes)+3 {
		return nil
	}
	return slopes
}

// wallsOpen finds a kernel that takes every cell without mass for one of the same log f.
func wallsOpen(c Case) *Cause {
	if !c.anywhere(laws.Walls) {
		return nil
	}
	wall := func(l Level) []float64 {
		for x, row := range l.Rows {
			for y, p := range row {
				if l.P[x] > 0 && l.P[y] == 0 && p > 0 && l.Rows[y][x] > 0 {
					v := l.LogF[x] + math.Log(p/l.Rows[y][x])
					logf := make([]float64, len(l.LogF))
					for z, own := range l.LogF {
						if logf[z] = own; math.IsInf(own, -1) {
							logf[z] = v
						}
					}
					return logf
				}
			}
		}
		return nil
	}
	closed := func(l Level) int { return floats.Count(func(p float64) bool { return p == 0 }, l.P) }
	if closed(c.Levels[0]) < 2 || !c.leaves(wall) {
		return nil
	}
	return &Cause{Name: "walls", Says: "cells without mass are taken for cells with some, all of the same log f"}
}

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
