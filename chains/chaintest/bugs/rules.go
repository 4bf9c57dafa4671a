package bugs

import (
	"math"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// accept is Metropolis' probability of a move, given the log of its odds.
func accept(d float64) float64 { return math.Exp(min(0, d)) }

// uncut is the odds themselves, not cut at 1; from a cell without mass it is 1.
func uncut(d float64) float64 {
	if math.IsInf(d, 1) {
		return 1
	}
	return math.Exp(d)
}

// mass is 0 if the move leads to a cell without mass.
func mass(d float64) float64 {
	if math.IsInf(d, -1) {
		return 0
	}
	return 1
}

// single proposes each of the 2d moves alike, and accepts with the probability that
// rule makes of the log of the odds.
func single(rule func(d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				visit(y, rule(logf[y]-logf[x])/float64(g.Moves()))
			}
		}
	}
}

// Inverted accepts with min(1, f(x)/f(y)).
var Inverted = kernels.Rows{To: single(func(d float64) float64 { return accept(-d) * mass(d) })}

// single32 rounds log f to 24 bits.
func single32(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	short := make([]float64, len(logf))
	for i, v := range logf {
		short[i] = float64(float32(v))
	}
	single(accept)(g, short, x, visit)
}

// legal proposes only moves that lead somewhere.
func legal(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n := ways(g, x)
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			visit(y, accept(logf[y]-logf[x])/float64(n))
		}
	}
}

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

// lopsided proposes moves forth more often than moves back.
func lopsided(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			visit(y, accept(logf[y]-logf[x])*(0.15+0.2*float64(m%2)))
		}
	}
}

// wrapped adds 1 to the state to go forth along the last axis, at the edge as well.
func wrapped(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	single(accept)(g, logf, x, visit)
	if y := x + 1; g.Coord(x, 1) == g.Len(1)-1 && y < g.Size() && !g.Wall(y) {
		visit(y, accept(logf[y]-logf[x])/float64(g.Moves()))
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

// through takes the density of walls to be 1.
func through(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	flat := make([]float64, len(logf))
	for i, v := range logf {
		if !math.IsInf(v, -1) {
			flat[i] = v
		}
	}
	open(g, flat, x, visit)
}

// untilAccepted proposes until a move is accepted.
func untilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	single(accept)(g, logf, x, func(_ int, p float64) { sum += p })
	single(accept)(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}

// leaving leaves one cell too seldom, by one part in a million.
func leaving(cell func(g grid.Grid) int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		single(accept)(g, logf, x, func(y int, p float64) {
			if x == cell(g) {
				p *= 1 - 1e-6
			}
			visit(y, p)
		})
	}
}

// rareJump goes from cell [5 5] to [1 1] now and then.
func rareJump(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	const rare = 1e-4
	if x != g.Index(5, 5) {
		single(accept)(g, logf, x, visit)
		return
	}
	single(accept)(g, logf, x, func(y int, p float64) { visit(y, (1-rare)*p) })
	visit(g.Index(1, 1), rare)
}

// sameUniform draws one u, proposes move floor(4u) and accepts if u < odds.
func sameUniform(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n := float64(g.Moves())
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			low := float64(m) / n
			if p := min(accept(logf[y]-logf[x])-low, 1/n); p > 0 {
				visit(y, p)
			}
		}
	}
}

// oneAxis moves along the last axis alone.
func oneAxis(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	for m := g.Moves() - 2; m < g.Moves(); m++ {
		if y, ok := g.Move(x, m); ok {
			visit(y, accept(logf[y]-logf[x])/float64(g.Moves()))
		}
	}
}

// noReference tries two moves, picks one by its density, and accepts it with
// min(1, f(y)/f(x)).
func noReference(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n := float64(g.Moves())
	for m := range g.Moves() {
		for k := range g.Moves() {
			y, ok := g.Move(x, m)
			z, also := g.Move(x, k)
			switch {
			case ok && also:
				visit(y, accept(logf[y]-logf[x])/(n*n)/(1+math.Exp(logf[z]-logf[y])))
				visit(z, accept(logf[z]-logf[x])/(n*n)/(1+math.Exp(logf[y]-logf[z])))
			case ok:
				visit(y, accept(logf[y]-logf[x])/(n*n))
			case also:
				visit(z, accept(logf[z]-logf[x])/(n*n))
			}
		}
	}
}

// secondStage proposes again if the first proposal was rejected, and accepts with
// min(1, f(z)/f(x)), as if there had been no first.
func secondStage(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	rejected := 1.0
	first := func(y int, p float64) {
		visit(y, p)
		rejected -= p
	}
	single(accept)(g, logf, x, first)
	single(accept)(g, logf, x, func(z int, p float64) { visit(z, rejected*p) })
}
