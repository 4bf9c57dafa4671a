package operators_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// bishop moves by one along both axes of a plane at once.
type bishop struct{}

// Definition lists the four proposals of a cell.
func (bishop) Definition(g grid.Grid) chains.Definition {
	return operators.Proposed(4, func(x int, visit func(y int)) {
		for _, down := range []int{-1, 1} {
			for _, right := range []int{-1, 1} {
				if on(g, 0, g.Coord(x, 0)+down) && on(g, 1, g.Coord(x, 1)+right) {
					visit(x + down*g.Stride(0) + right*g.Stride(1))
				}
			}
		}
	}, operators.Metropolis)
}

// On says for pairs along which edges the proposals lie.
func (k bishop) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, k.Definition(g))
	ways := []operators.Way{{Steps: []int{1, 1}, Moves: 1}, {Steps: []int{1, -1}, Moves: 1}}
	flows := operators.NewFlows(g, ways, operators.Metropolis.Conduct, o.Propose)
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		flows.PullPair(dst, base, f, p, p, share)
	}
	return o
}

// on reports whether a coordinate lies on the grid.
func on(g grid.Grid, axis, c int) bool { return c >= 0 && c < g.Len(axis) }

// A symmetric proposal is two lists: where it may lead, and along which edges.
func Example() {
	toy := toys.Barrier()
	r, err := exact.Run(context.Background(), chains.Annealing{
		Grid:     toy.Grid,
		Bridge:   chains.Geometric{From: chains.Uniform(toy.LogF), To: toy.LogF},
		Schedule: chains.Linear(1000),
		Kernel:   bishop{},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.4f, B = %.4f\n", r.J(), r.B())
	// Output: J = 0.9698, B = 1.0651
}
