package kernels

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// Pairs is the bridge of two independent walkers, both along the base: the state x*N + y has f(x) f(y).
type Pairs struct {
	Base chains.Bridge
	N    int // cells of the base
}

// At sets dst to the sum of the log densities at both walkers' places.
func (b Pairs) At(dst []float64, beta float64) {
	b.sum(dst, func(part []float64) { b.Base.At(part, beta) })
}

// Slope sets dst to the sum of the slopes.
func (b Pairs) Slope(dst []float64, beta float64) {
	b.sum(dst, func(part []float64) { b.Base.Slope(part, beta) })
}

// Sharpen sharpens the rises of both walkers.
func (b Pairs) Sharpen(rise []float64, from, to float64) {
	b.sum(rise, func(part []float64) { b.risen(part, from, to) })
}

// risen is by how much the base's log density rises.
func (b Pairs) risen(rise []float64, from, to float64) {
	before := make([]float64, b.N)
	b.Base.At(rise, to)
	b.Base.At(before, from)
	for x := range rise {
		rise[x] = chains.LogRatio(rise[x], before[x])
	}
	if sharp, ok := b.Base.(chains.Sharpener); ok {
		sharp.Sharpen(rise, from, to)
	}
}

// sum sets dst to the sum of a part at both walkers' places. The first walker's place varies slowest.
func (b Pairs) sum(dst []float64, of func(part []float64)) {
	part := make([]float64, b.N)
	of(part)
	for x, first := range part {
		row := dst[x*b.N:][:b.N]
		copy(row, part)
		floats.AddConst(first, row)
	}
}

// Lowered takes a constant off the base, and so off both walkers. The result is geometric if the base is: the path of
// each walker between its own ends is then geometric too.
func (b Pairs) Lowered() (_ chains.Bridge, rise float64) {
	base, own := chains.Lowered(b.Base)
	b.Base = base
	if _, ok := base.(chains.Geometric); !ok {
		return b, 2 * own
	}
	ends := chains.Geometric{From: make([]float64, b.N*b.N), To: make([]float64, b.N*b.N)}
	b.At(ends.From, 0)
	b.At(ends.To, 1)
	return ends, 2 * own
}

// walkers returns the axes of both walkers on g, the grid of pairs, and the number of cells of each. It panics on
// another grid.
func walkers(g grid.Grid) (one, other []int, n int) {
	d, lens := g.Axes()/2, g.Lens()
	if 2*d != g.Axes() || !slices.Equal(lens[:d], lens[d:]) {
		panic(fmt.Sprintf("kernels: two walkers on %v, which is no grid of their places; Annealing.Extended makes it",
			g))
	}
	for a := range d {
		one = append(one, a)
		other = append(other, d+a)
	}
	return one, other, grid.New(lens[:d]...).Size()
}
