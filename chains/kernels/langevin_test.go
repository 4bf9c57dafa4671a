package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// oneHot is the proposal of Zhang, Liu and Liu read literally, on boxes of labels that all have mass or are walls. A
// label is a one-hot vector, of which the gradient has the rises d of log f. Along its axis y is drawn in proportion to
//
//	exp(gradient (y - x) / 2 - |y - x|² / 2 alpha),   with |y - x|² = 2 and alpha = 2 size²,
//
// gradients are cut at 2/size, and y is accepted by Hastings' ratio. hastings says whether that of q is there.
func oneHot(size float64, hastings bool) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		along := func(x, axis, label int) float64 {
			weight := func(c int) float64 {
				y := x + (c-g.Coord(x, axis))*g.Stride(axis)
				if y == x {
					return 1
				}
				gradient := 0.0
				if logf[y] > none {
					gradient = logf[y] - logf[x]
				}
				gradient = max(-2/size, min(2/size, gradient))
				return math.Exp(gradient/2 - 2/(2*2*size*size))
			}
			sum := 0.0
			for c := range g.Len(axis) {
				sum += weight(c)
			}
			return weight(label) / sum
		}
		q := func(x, y int) float64 {
			p := 1.0
			for axis := range g.Axes() {
				p *= along(x, axis, g.Coord(y, axis))
			}
			return p
		}
		for y := range g.Size() {
			if y == x || logf[y] == none {
				continue
			}
			ratio := math.Exp(logf[y] - logf[x])
			if hastings {
				ratio *= q(y, x) / q(x, y)
			}
			visit(y, q(x, y)*min(1, ratio))
		}
	}}
}

// TestLangevinOnLabels holds langevin to the literal reading, on spins, on labels of three and five, and beside a wall.
func TestLangevinOnLabels(t *testing.T) {
	for _, g := range []grid.Grid{cube(4).Of(grid.Any), grid.New(3).Of(grid.Any), grid.New(5, 2).Of(grid.Any),
		grid.New(3, 3, 3).Of(grid.Any), grid.New(4, 3).Of(grid.Any).WithWalls(5)} {
		for _, size := range []float64{0.4, 1.5} {
			got, _ := matrix(kernels.Langevin{Size: size}, g, puzzle(g))
			want, _ := matrix(oneHot(size, true), g, puzzle(g))
			must.Each(t, open(g, got), open(g, want), 1e-14, "size %v on %s", size, g.String())
		}
	}
}

// TestLangevinOnSomeLabels: on lines, rings, spins and labels side by side the laws hold; the two kinds of proposals
// are in a product.
func TestLangevinOnSomeLabels(t *testing.T) {
	for _, g := range []grid.Grid{grid.New(4, 3, 2).Of(grid.Line, grid.Any, grid.Any).WithWalls(5),
		grid.New(3, 4).Of(grid.Any, grid.Ring), grid.New(9, 2).Of(grid.Any, grid.Line)} {
		chaintest.LawsOn(t, kernels.Langevin{Size: 0.7}, puzzle(g), g)
	}
}

// TestLangevinWithoutHastings: without the ratio of the proposals another density is left invariant, and the laws say
// so.
func TestLangevinWithoutHastings(t *testing.T) {
	if len(chaintest.Breaches(oneHot(1.5, false), chaintest.Annealer)) == 0 {
		t.Error("no law notices that Hastings' ratio is left out")
	}
}
