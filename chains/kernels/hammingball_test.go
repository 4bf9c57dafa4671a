package kernels_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// apartBy is the number of axes along which two cells differ.
func apartBy(g grid.Grid, x, y int) (axes int) {
	for a := range g.Axes() {
		if g.Coord(x, a) != g.Coord(y, a) {
			axes++
		}
	}
	return axes
}

// hammingBall is the kernel of Titsias and Yau read literally: u from the ball round x, y from f in the ball round u.
// about says round which cell the second ball lies.
func hammingBall(radius int, about func(x, u int) int) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		all := 0.0
		for u := range g.Size() {
			if apartBy(g, x, u) <= radius {
				all++
			}
		}
		to := make([]float64, g.Size())
		for u := range g.Size() {
			if apartBy(g, x, u) > radius {
				continue
			}
			centre, sum := about(x, u), 0.0
			for y, v := range logf {
				if apartBy(g, centre, y) <= radius {
					sum += math.Exp(v)
				}
			}
			for y, v := range logf {
				if apartBy(g, centre, y) <= radius && v > none {
					to[y] += math.Exp(v) / sum / all
				}
			}
		}
		for y, p := range to {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

func roundIt(_, u int) int { return u }

// TestHammingBall holds the kernel to the literal reading, for each radius; with a radius of all axes it is perfect.
func TestHammingBall(t *testing.T) {
	for _, g := range smallBoxes() {
		for radius := 1; radius <= g.Axes(); radius++ {
			got, _ := matrix(kernels.HammingBall{Radius: radius}, g, puzzle(g))
			want, _ := matrix(hammingBall(radius, roundIt), g, puzzle(g))
			must.Each(t, open(g, got), open(g, want), 1e-14, "radius %d on %s", radius, g.String())
		}
		all, _ := matrix(kernels.HammingBall{Radius: g.Axes() + 1}, g, puzzle(g))
		perfect, _ := matrix(kernels.Perfect{}, g, puzzle(g))
		must.Each(t, open(g, all), open(g, perfect), 1e-14, "the whole of %s", g.String())
		chaintest.LawsOn(t, kernels.HammingBall{Radius: 2}, puzzle(g), g)
	}
}

// TestHammingBallRoundItself: a draw from the ball round x, without a u, is one by a law that x decides, and leaves
// another density invariant. The laws say so.
func TestHammingBallRoundItself(t *testing.T) {
	itself := hammingBall(1, func(x, _ int) int { return x })
	if len(chaintest.Breaches(itself, chaintest.Annealer)) == 0 {
		t.Error("no law notices that the ball lies round x")
	}
}

// TestHammingBallFits: on 16 spins a ball of radius 2 has 1 + 16 + 120 cells, and one of radius 3 is too large.
func TestHammingBallFits(t *testing.T) {
	if err := chains.Fits(kernels.HammingBall{Radius: 2}, cube(16)); err != nil {
		t.Error(err)
	}
	if cost, _ := chains.Cost(kernels.HammingBall{Radius: 2}, cube(16)); cost != 136 {
		t.Errorf("a ball of radius 2 costs %v", cost)
	}
	for says, g := range map[string]grid.Grid{
		"a ball of radius 3 has 697 cells, more than 256; one of radius 2 has 137":      cube(16),
		"a ball of radius 3 has 300 cells, more than 256; one of radius 1 has more too": grid.New(300),
	} {
		if err := chains.Fits(kernels.HammingBall{Radius: 3}, g); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("a ball of radius 3: %v", err)
		}
	}
}
