package bugs

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// without is a kernel that runs on k's space and has other rows there.
type without struct {
	chains.Extends
	kernels.Rows
}

// legalKing proposes legal moves alone, and forgets that cells at an edge have fewer.
func legalKing(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	near := map[int]bool{}
	for y := range g.Size() {
		touches := y != x
		for a := range g.Axes() {
			touches = touches && max(g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a)) <= 1
		}
		near[y] = touches
	}
	legal := 0
	for y := range g.Size() {
		if near[y] {
			legal++
		}
	}
	for y := range g.Size() {
		if near[y] && !math.IsInf(logf[y], -1) {
			visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(legal))
		}
	}
}

// intoWall goes to the next cell, whatever is there.
func intoWall(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }

// straight keeps its direction when it is rejected.
func straight(sense int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		last := g.Axes() - 1
		if y, ok := g.Move(x, g.Coord(x, last)^sense); ok && !math.IsInf(logf[y], -1) {
			visit(y, 0.9*math.Exp(min(0, logf[y]-logf[x])))
		}
		first := x - g.Coord(x, last)
		for m := range g.Len(last) {
			if to := first + m; to != x && !math.IsInf(logf[to], -1) {
				visit(to, 0.1/float64(g.Len(last)))
			}
		}
	}
}

// forced changes the places of two walkers whatever their densities say.
func forced(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	d := g.Axes() / 2
	c := g.Coords(x)
	if y := g.Index(append(append([]int{}, c[d:]...), c[:d]...)...); y != x && !math.IsInf(logf[y], -1) {
		visit(y, 0.5)
	}
}
