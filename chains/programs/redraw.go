package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// A redraw draws some coordinates of a cell together from their conditional given the others.
// The cells that differ in these coordinates alone are a block.
type redraw struct {
	grid    grid.Grid
	axes    []int
	offsets []int     // how far each cell of a block is behind its first
	logf    []float64 // the density
	sums    []float64 // by cell, the log of its block's mass
	buf     []float64 // for one block
}

func newRedraw(g grid.Grid, axes []int) *redraw {
	offsets := []int{0}
	for _, a := range axes {
		var longer []int
		for _, o := range offsets {
			for c := range g.Len(a) {
				longer = append(longer, o+c*g.Stride(a))
			}
		}
		offsets = longer
	}
	return &redraw{grid: g, axes: axes, offsets: offsets, sums: make([]float64, g.Size()),
		buf: make([]float64, len(offsets))}
}

// aim sets the density and computes the mass of each block. It does not copy logf.
func (r *redraw) aim(logf []float64) {
	r.logf = logf
	for first := range logf {
		if r.first(first) != first {
			continue
		}
		for i, o := range r.offsets {
			r.buf[i] = logf[first+o]
		}
		sum := floats.LogSumExp(r.buf)
		for _, o := range r.offsets {
			r.sums[first+o] = sum
		}
	}
}

// first is the first cell of x's block.
func (r *redraw) first(x int) int {
	for _, a := range r.axes {
		x -= r.grid.Coord(x, a) * r.grid.Stride(a)
	}
	return x
}

// conditional returns the law of the redraw from x, in the order of the offsets.
func (r *redraw) conditional(x int) (first int, law []float64) {
	first = r.first(x)
	for i, o := range r.offsets {
		r.buf[i] = math.Exp(r.logf[first+o] - r.sums[x])
	}
	return first, r.buf
}

// Row visits the other cells of the block that have mass.
func (r *redraw) Row(x int, visit func(y int, p float64)) {
	first, law := r.conditional(x)
	for i, o := range r.offsets {
		if y := first + o; y != x && law[i] > 0 {
			visit(y, law[i])
		}
	}
}

// Stay is x's own share of its block.
func (r *redraw) Stay(x int) float64 { return math.Exp(r.logf[x] - r.sums[x]) }

// Step draws a cell of the block.
func (r *redraw) Step(x int, d chains.Dice) int {
	first, law := r.conditional(x)
	return first + r.offsets[d.Pick(law)]
}
