package seeded

import (
	"math"
	"slices"

	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Misread is a rule with log f replaced by read of it.
func Misread(rule kernels.Rule, read func(v float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for i, v := range logf {
			wrong[i] = read(v)
		}
		rule(g, wrong, x, visit)
	}
}

// WallsAt moves as if there were no walls; a wall has this log f.
func WallsAt(wall float64) kernels.Rule {
	return Misread(Open, func(v float64) float64 {
		if math.IsInf(v, -1) {
			return wall
		}
		return v
	})
}

// Open makes single moves on the box as if it had no walls.
func Open(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	box := g.WithWalls()
	for m := range box.Moves() {
		if y, ok := box.Move(x, m); ok {
			if p := bugs.Accept(logf[y] - logf[x]); p != 0 {
				visit(y, p/float64(g.Moves()))
			}
		}
	}
}

// gibbsRule picks an axis with this probability, and redraws the coordinate along it among all
// cells of the line except the last short ones.
func gibbsRule(short int, pick func(g grid.Grid, x, axis int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for axis := range g.Axes() {
			p := pick(g, x, axis)
			bugs.Redrawn(g, logf, x, axis, short, func(y int, q float64) {
				if y != x {
					visit(y, p*q)
				}
			})
		}
	}
}

// Proposing proposes moves to these cells with probability q, and refuses those into walls. If all is right, which is
// power 1, they are accepted with the odds f(y) q(y,x)/(f(x) q(x,y)). Forgetful ones leave q out, and muddled ones
// turn it upside down.
func Proposing(to func(g grid.Grid, x int) []int, q func(g grid.Grid, x, y int) float64, power float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for _, y := range to(g, x) {
			if !math.IsInf(logf[y], -1) {
				odds := logf[y] - logf[x] + power*math.Log(q(g, y, x)/q(g, x, y))
				visit(y, q(g, x, y)*bugs.Accept(odds))
			}
		}
	}
}

// Alike proposes all these moves alike.
func Alike(to func(g grid.Grid, x int) []int, power float64) kernels.Rule {
	return Proposing(to, func(g grid.Grid, x, _ int) float64 { return 1 / float64(len(to(g, x))) }, power)
}

// Singles are the single moves that stay on the grid, into walls too or not.
func Singles(walls bool) func(g grid.Grid, x int) []int {
	return func(g grid.Grid, x int) (to []int) {
		if walls {
			g = g.WithWalls()
		}
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				to = append(to, y)
			}
		}
		return to
	}
}

// Kings are a king's moves that stay on the grid, into walls too or not.
func Kings(walls bool) func(g grid.Grid, x int) []int {
	return func(g grid.Grid, x int) (to []int) {
		for y := range g.Size() {
			far := 0
			for a := range g.Axes() {
				far = max(far, g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
			}
			if far == 1 && (walls || !g.Wall(y)) {
				to = append(to, y)
			}
		}
		return to
	}
}

// Slanted proposes single moves along some axes with these probabilities, back and forth, and others with 1/4.
func Slanted(back, forth float64, axes ...int) func(g grid.Grid, x, y int) float64 {
	return func(g grid.Grid, x, y int) float64 {
		for _, a := range axes {
			switch d := g.Coord(y, a) - g.Coord(x, a); {
			case d < 0:
				return back
			case d > 0:
				return forth
			}
		}
		return 0.25
	}
}

// Seam adds moves from the end of each line to the start of the next, and back if both is true.
func Seam(forth, back bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, visit)
		to := func(y int, ok bool) {
			if ok && y >= 0 && y < g.Size() && !g.Wall(y) {
				visit(y, bugs.Accept(logf[y]-logf[x])/float64(g.Moves()))
			}
		}
		to(x+1, forth && g.Coord(x, 1) == g.Len(1)-1)
		to(x-1, back && g.Coord(x, 1) == 0)
	}
}

// Dropped never takes a move against these odds.
func Dropped(odds float64) kernels.Rule {
	return bugs.Single(func(d float64) float64 {
		if d < math.Log(odds) {
			return 0
		}
		return bugs.Accept(d)
	})
}

// Only keeps some of the moves of Metropolis.
func Only(keeps func(g grid.Grid, x, y int) bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if keeps(g, x, y) {
				visit(y, p)
			}
		})
	}
}

// AlongAxis keeps the moves that change one axis.
func AlongAxis(axis int) kernels.Rule {
	return Only(func(g grid.Grid, x, y int) bool { return g.Coord(x, axis) != g.Coord(y, axis) })
}

// UntilAccepted proposes again until a move is accepted.
func UntilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	bugs.Plain(g, logf, x, func(_ int, p float64) { sum += p })
	bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}

// nearEdge reports whether a cell has fewer moves than a neighbour, or more.
func nearEdge(g grid.Grid, x int) bool {
	to := Singles(false)
	return slices.ContainsFunc(to(g, x), func(y int) bool { return len(to(g, x)) != len(to(g, y)) })
}
