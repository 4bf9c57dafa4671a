package bugs

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// accept is Metropolis' probability of a move, given the log of its odds.
func accept(d float64) float64 { return math.Exp(min(0, d)) }

// moving makes move m of the 2d single moves with probability p, given the log of its odds.
func moving(p func(g grid.Grid, x, m int, d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				visit(y, p(g, x, m, logf[y]-logf[x]))
			}
		}
	}
}

// single proposes each of the 2d moves alike, and accepts with the probability that rule
// returns for the log of the odds.
func single(rule func(d float64) float64) kernels.Rule {
	return moving(func(g grid.Grid, _, _ int, d float64) float64 { return rule(d) / float64(g.Moves()) })
}

func rows(rule kernels.Rule) chains.Kernel { return kernels.Rows{To: rule} }

// plain is the rule of Metropolis.
var plain = single(accept)

// uncut accepts with the odds themselves, not cut at 1; from a cell without mass with 1.
var uncut = single(func(d float64) float64 {
	if math.IsInf(d, 1) {
		return 1
	}
	return math.Exp(d)
})

// Inverted accepts with min(1, f(x)/f(y)).
var Inverted = kernels.Rows{To: single(func(d float64) float64 { return accept(-d) })}

// ways returns how many moves lead somewhere.
func ways(g grid.Grid, x int) (n int) {
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// nearEdge reports whether a cell has fewer moves than a neighbour, or more.
func nearEdge(g grid.Grid, x int) bool {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && ways(g, x) != ways(g, y) {
			return true
		}
	}
	return false
}

// misread is rule with log f replaced by read of it.
func misread(read func(v float64) float64, rule kernels.Rule) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for i, v := range logf {
			wrong[i] = read(v)
		}
		rule(g, wrong, x, visit)
	}
}

// open makes single moves on the box as if it had no walls.
func open(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	box := g.WithWalls()
	for m := range box.Moves() {
		if y, ok := box.Move(x, m); ok {
			if p := accept(logf[y] - logf[x]); p != 0 {
				visit(y, p/float64(g.Moves()))
			}
		}
	}
}

// leaving leaves one cell with a probability that is too small by one part in a million.
func leaving(cell int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		plain(g, logf, x, func(y int, p float64) {
			if x == cell {
				p *= 1 - 1e-6
			}
			visit(y, p)
		})
	}
}

// noReference tries two moves, picks one by its density, and accepts it with
// min(1, f(y)/f(x)). A move that leads nowhere has no density.
func noReference(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n := float64(g.Moves())
	for m := range g.Moves() {
		y, ok := g.Move(x, m)
		for k := range g.Moves() {
			other := math.Inf(-1)
			if z, also := g.Move(x, k); also {
				other = logf[z]
			}
			if ok { // twice, since y may be the first or the second
				visit(y, 2*accept(logf[y]-logf[x])/(n*n)/(1+math.Exp(other-logf[y])))
			}
		}
	}
}

// secondStage proposes again if the first proposal was rejected, and accepts with
// min(1, f(z)/f(x)), as if there had been no first.
func secondStage(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	rejected := 1.0
	plain(g, logf, x, func(y int, p float64) {
		visit(y, p)
		rejected -= p
	})
	plain(g, logf, x, func(z int, p float64) { visit(z, rejected*p) })
}

// without is a kernel that runs on k's space with other rows.
type without struct {
	chains.Extends
	kernels.Rows
}

// legalKing proposes legal moves alone, and forgets that cells at an edge have fewer.
func legalKing(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	var near []int
	for y := range g.Size() {
		touches := y != x
		for a := range g.Axes() {
			d := g.Coord(x, a) - g.Coord(y, a)
			touches = touches && -1 <= d && d <= 1
		}
		if touches {
			near = append(near, y)
		}
	}
	for _, y := range near {
		if !math.IsInf(logf[y], -1) {
			visit(y, accept(logf[y]-logf[x])/float64(len(near)))
		}
	}
}

// intoWall goes to the next cell, whatever is there.
func intoWall(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }

// straight keeps its direction after a rejection.
func straight(sense int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		last := g.Axes() - 1
		if y, ok := g.Move(x, g.Coord(x, last)^sense); ok && !math.IsInf(logf[y], -1) {
			visit(y, 0.9*accept(logf[y]-logf[x]))
		}
		first := x - g.Coord(x, last)
		for m := range g.Len(last) {
			if to := first + m; to != x && !math.IsInf(logf[to], -1) {
				visit(to, 0.1/float64(g.Len(last)))
			}
		}
	}
}

// forced swaps two walkers whatever their densities are.
func forced(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	c, d := g.Coords(x), g.Axes()/2
	if y := g.Index(slices.Concat(c[d:], c[:d])...); y != x && !math.IsInf(logf[y], -1) {
		visit(y, 0.5)
	}
}
