package cause

import (
	"fmt"
	"math"

	"breadboard/chains/laws"
)

// wrapped finds moves from the end of every line to the start of the next, or back, as if every x+1 or
// x-1 were a neighbour. All other moves are between neighbours.
func wrapped(c Case) *Cause {
	if !c.everywhere(func(l Level) bool {
		last, strange := l.Grid.Axes()-1, 0
		l.moves(func(x, y int, _ float64) {
			if !l.neighbours(x, y) {
				strange++
			}
		})
		seams, forth, back := 0, 0, 0
		for x := l.Grid.Len(last) - 1; x+1 < len(l.P); x += l.Grid.Len(last) {
			if l.P[x] > 0 && l.P[x+1] > 0 && !l.neighbours(x, x+1) {
				seams++
				forth += positive(l.Rows[x][x+1])
				back += positive(l.Rows[x+1][x])
			}
		}
		return seams > 2 && strange == forth+back && max(forth, back) == seams &&
			(min(forth, back) == 0 || forth == back)
	}) {
		return nil
	}
	return &Cause{Name: "wrapped",
		Says: "a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour"}
}

// positive is 1 for a number above 0, and otherwise 0.
func positive(p float64) int {
	if p > 0 {
		return 1
	}
	return 0
}

// lineEnds finds three lines or more whose first or last cells are never entered along their axis,
// though all other cells are.
func lineEnds(c Case) *Cause {
	g := c.Levels[0].Grid
	for a := range g.Axes() {
		for _, end := range []int{g.Len(a) - 1, 0} {
			if g.Len(a) < 3 || g.Size() < 3*g.Len(a) || !c.everywhere(func(l Level) bool {
				entered := make([]int, g.Len(a))
				l.moves(func(x, y int, _ float64) {
					if to := g.Coord(y, a); g.Coord(x, a) != to {
						entered[to]++
					}
				})
				for at, n := range entered {
					if (at == end) != (n == 0) {
						return false
					}
				}
				return true
			}) {
				continue
			}
			which := "last"
			if end == 0 {
				which = "first"
			}
			return &Cause{Name: "line-ends",
				Says: fmt.Sprintf("no move along axis %d enters the %s cell of a line: a range is one short",
					a+1, which)}
		}
	}
	return nil
}

// dropped finds moves that are never taken against long odds: of each pair of cells only the way up
// is missing its way back, and every such pair has longer odds than all others.
func dropped(c Case) *Cause {
	if !c.everywhere(func(l Level) bool {
		longest, least, oneWay := math.Inf(-1), 0.0, 0
		up := true
		l.moves(func(x, y int, _ float64) {
			odds := l.LogF[x] - l.LogF[y] // of the way back
			if l.Rows[y][x] > 0 {
				least = min(least, odds)
				return
			}
			oneWay++
			up = up && odds < 0
			longest = max(longest, odds)
		})
		return oneWay > 2 && up && longest < least
	}) {
		return nil
	}
	return &Cause{Name: "dropped", Says: "moves against long odds are never taken: their acceptance is cut to 0"}
}

// stuckAxis finds an axis that no move changes.
func stuckAxis(c Case) *Cause {
	if !c.breaks(laws.Connected) {
		return nil
	}
	g := c.Levels[0].Grid
	changed := make([]bool, g.Axes())
	for _, l := range c.Levels {
		l.moves(func(x, y int, _ float64) {
			for a := range changed {
				changed[a] = changed[a] || g.Coord(x, a) != g.Coord(y, a)
			}
		})
	}
	stuck, moving := -1, false
	for a, ok := range changed {
		moving = moving || ok
		if !ok && g.Len(a) > 1 && stuck < 0 {
			stuck = a
		}
	}
	if stuck < 0 || !moving {
		return nil
	}
	return &Cause{Name: "axis", Says: fmt.Sprintf("no move changes axis %d", stuck+1)}
}

// parted finds cells with mass that fall into parts with no single move between them, if the kernel
// connects all that single moves connect.
func parted(c Case) *Cause {
	if !c.breaks(laws.Connected) || len(c.Levels) == 0 || c.anywhere(laws.EachCell) {
		return nil
	}
	parts := 0
	if !c.everywhere(func(l Level) bool {
		part, n := l.parts(func(x, y int) bool { return l.neighbours(x, y) })
		own, m := l.parts(func(x, y int) bool { return l.Rows[x][y] > 0 || l.Rows[y][x] > 0 })
		if n < 2 || m != n {
			return false
		}
		parts = n
		for x := range part {
			for y := range part {
				if (part[x] == part[y]) != (own[x] == own[y]) {
					return false
				}
			}
		}
		return true
	}) {
		return nil
	}
	return &Cause{Name: "target",
		Says: fmt.Sprintf("cells without mass part the target itself into %d, and no single move leads past "+
			"them; longer moves, as independence has, would do", parts)}
}

// parts numbers the cells with mass by the parts that these ways join, from 1; other cells have 0.
func (l Level) parts(joined func(x, y int) bool) (part []int, n int) {
	part = make([]int, len(l.P))
	for first, p := range l.P {
		if p == 0 || part[first] > 0 {
			continue
		}
		n++
		part[first] = n
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			for y, p := range l.P {
				if p > 0 && part[y] == 0 && joined(queue[0], y) {
					part[y] = n
					queue = append(queue, y)
				}
			}
		}
	}
	return part, n
}
