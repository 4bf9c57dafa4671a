package grid_test

import (
	"fmt"

	"breadboard/grid"
)

// A grid is a box. Its states are numbered from 0, the last axis running fastest.
func Example() {
	g := grid.New(2, 3)
	x := g.Index(0, 1)
	fmt.Println(g.Size(), x, g.Coords(x))
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			fmt.Println("move", m, "leads to", g.Coords(y))
		}
	}
	// Output:
	// 6 1 [0 1]
	// move 1 leads to [1 1]
	// move 2 leads to [0 0]
	// move 3 leads to [0 2]
}
