package bugs

import (
	"math"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Accept is Metropolis' probability of a move, given the log of its odds.
func Accept(d float64) float64 { return math.Exp(min(0, d)) }

// Moving makes move m of the 2d single moves with probability p, given the log of its odds.
func Moving(p func(g grid.Grid, x, m int, d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				visit(y, p(g, x, m, logf[y]-logf[x]))
			}
		}
	}
}

// Single proposes each of the 2d moves alike, and accepts with the probability that rule
// returns for the log of the odds.
func Single(rule func(d float64) float64) kernels.Rule {
	return Moving(func(g grid.Grid, _, _ int, d float64) float64 { return rule(d) / float64(g.Moves()) })
}

// Plain is the rule of Metropolis.
var Plain = Single(Accept)

// Uncut accepts with the odds themselves, not cut at 1; from a cell without mass with 1.
var Uncut = Single(func(d float64) float64 {
	if math.IsInf(d, 1) {
		return 1
	}
	return math.Exp(d)
})

// Inverted accepts with min(1, f(x)/f(y)).
var Inverted = kernels.Rows{To: Single(func(d float64) float64 { return Accept(-d) })}

// Leaving leaves one cell with a probability that is too small by one part in a million.
func Leaving(cell int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		Plain(g, logf, x, func(y int, p float64) {
			if x == cell {
				p *= 1 - 1e-6
			}
			visit(y, p)
		})
	}
}

// NoReference tries two moves, picks one by its density, and accepts it with
// min(1, f(y)/f(x)). A move that leads nowhere has no density.
func NoReference(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	n := float64(g.Moves())
	for m := range g.Moves() {
		y, ok := g.Move(x, m)
		for k := range g.Moves() {
			other := math.Inf(-1)
			if z, also := g.Move(x, k); also {
				other = logf[z]
			}
			if ok { // twice, since y may be the first or the second
				visit(y, 2*Accept(logf[y]-logf[x])/(n*n)/(1+math.Exp(other-logf[y])))
			}
		}
	}
}

// SecondStage proposes again if the first proposal was rejected, and accepts with
// min(1, f(z)/f(x)), as if there had been no first.
func SecondStage(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	rejected := 1.0
	Plain(g, logf, x, func(y int, p float64) {
		visit(y, p)
		rejected -= p
	})
	Plain(g, logf, x, func(z int, p float64) { visit(z, rejected*p) })
}

// Redrawn visits the cells of x's line, except the last short ones, with their
// conditional probabilities.
func Redrawn(g grid.Grid, logf []float64, x, axis, short int, visit func(int, float64)) {
	from := x - g.Coord(x, axis)*g.Stride(axis)
	sum := 0.0
	for i := range g.Len(axis) - short {
		sum += math.Exp(logf[from+i*g.Stride(axis)])
	}
	if sum == 0 {
		visit(x, 1)
		return
	}
	for i := range g.Len(axis) - short {
		y := from + i*g.Stride(axis)
		if p := math.Exp(logf[y]) / sum; p > 0 {
			visit(y, p)
		}
	}
}

// Sweep redraws the coordinates along these axes, skipping those that the grid lacks, one
// after the other.
func Sweep(axes ...int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		law := make([]float64, g.Size()) // the law of the sweep's state
		law[x] = 1
		for _, axis := range axes {
			if axis >= g.Axes() {
				continue
			}
			next := make([]float64, g.Size())
			for z, p := range law {
				if p > 0 {
					Redrawn(g, logf, z, axis, 0, func(y int, q float64) { next[y] += p * q })
				}
			}
			law = next
		}
		for y, p := range law {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}
