package toys_test

import (
	"fmt"

	"breadboard/toys"
)

// A target is a log density on a grid. BARRIER has a dominant mode behind a wall of low
// density.
func Example() {
	t := toys.Barrier()
	fmt.Println(t.Name, t.Grid)
	for _, cell := range [][]int{{1, 5}, {5, 1}, {3, 0}} {
		fmt.Println(cell, t.LogF[t.Grid.Index(cell...)])
	}
	// Output:
	// barrier 7x7
	// [1 5] 3
	// [5 1] 0
	// [3 0] -10
}
