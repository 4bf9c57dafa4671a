package bugs

import (
	"math"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// gibbsRule picks an axis with this probability, and redraws the coordinate along it among all
// cells of the line except the last short ones.
func gibbsRule(short int, pick func(g grid.Grid, x, axis int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for axis := range g.Axes() {
			p := pick(g, x, axis)
			redrawn(g, logf, x, axis, short, func(y int, q float64) {
				if y != x {
					visit(y, p*q)
				}
			})
		}
	}
}

// redrawn visits the cells of x's line, except the last short ones, with their
// conditional probabilities.
func redrawn(g grid.Grid, logf []float64, x, axis, short int, visit func(int, float64)) {
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
					redrawn(g, logf, z, axis, 0, func(y int, q float64) { next[y] += p * q })
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
