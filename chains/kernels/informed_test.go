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

// informedBy is Zanella's kernel read literally, on cells that all have mass or are walls: weights by g, and
// Hastings' ratio of f and q both ways. hastings says whether the ratio of q is there.
func informedBy(g func(t float64) float64, hastings bool) chains.Kernel {
	return kernels.Rows{To: func(box grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		q := func(x int) []float64 {
			law, sum := make([]float64, box.Size()), 0.0
			for m := range box.Moves() {
				if y, ok := box.Move(x, m); ok && logf[y] > none {
					weight := g(math.Exp(logf[y] - logf[x]))
					law[y] += weight
					sum += weight
				}
			}
			for y := range law {
				law[y] /= sum
			}
			return law
		}
		for y, there := range q(x) {
			if there > 0 {
				ratio := math.Exp(logf[y] - logf[x])
				if hastings {
					ratio *= q(y)[x] / there
				}
				visit(y, there*min(1, ratio))
			}
		}
	}}
}

// TestInformed holds the kernel to the literal reading.
func TestInformed(t *testing.T) {
	for _, g := range smallBoxes() {
		got, _ := matrix(kernels.Informed{}, g, puzzle(g))
		want, _ := matrix(informedBy(math.Sqrt, true), g, puzzle(g))
		must.Each(t, open(g, got), open(g, want), 1e-14, "%s", g.String())
	}
}

// open are the rows of the cells that are no walls.
func open(g grid.Grid, m []float64) (rows []float64) {
	for x := range g.Size() {
		if !g.Wall(x) {
			rows = append(rows, m[x*g.Size():][:g.Size()]...)
		}
	}
	return rows
}

// smallBoxes are 2x2 and 2x3 spins, labels, boxes, rings, and axes of several kinds with a wall.
func smallBoxes() []grid.Grid {
	return []grid.Grid{cube(4).Of(grid.Any), cube(6).Of(grid.Any), grid.New(3).Of(grid.Any),
		grid.New(3, 3).Of(grid.Any), grid.New(4, 3), grid.New(5).Of(grid.Ring), grid.New(2, 3).Of(grid.Ring),
		grid.New(4, 3, 2).Of(grid.Line, grid.Any, grid.Ring).WithWalls(5), grid.New(1, 4)}
}

// TestInformedWithoutHastings: the usual slip, f(y)/f(x) alone, leaves another density invariant, and the laws say so.
func TestInformedWithoutHastings(t *testing.T) {
	if len(chaintest.Breaches(informedBy(math.Sqrt, false), chaintest.Annealer)) == 0 {
		t.Error("no law notices that Hastings' ratio is left out")
	}
}

// TestInformedInDepth: weights above and below every float are weights all the same, on a path of three cells whose
// ends lie thousands of nats above the middle or below it. From above all is proposed to where the weights are, and
// accepted. Below, the walker comes back for certain.
func TestInformedInDepth(t *testing.T) {
	far := 3000.
	for _, c := range []struct {
		logf     []float64
		from, to int
		want     float64
	}{
		{[]float64{far, 0, far + math.Log(9)}, 1, 2, 3. / 4},
		{[]float64{-far, 0, 1 - far}, 2, 1, 1},
		{[]float64{-far, 0, 1 - far}, 1, 2, 0},
	} {
		m, _ := matrix(kernels.Informed{}, grid.New(3), c.logf)
		must.Near(t, m[c.from*3+c.to], c.want, 1e-12, "at %v: from %d to %d", c.logf, c.from, c.to)
	}
}
