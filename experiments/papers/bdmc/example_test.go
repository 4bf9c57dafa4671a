package bdmc_test

import (
	"fmt"

	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bdmc"
)

// The models with three observations each: cells, and log p(y) as a sum over them.
func Example() {
	for _, c := range bdmc.Cases(bdmc.Size{N: 3, Sets: 1}, papers.Options{}) {
		fmt.Printf("%s: %d cells, log p(y) = %.4f\n", c.Model, c.Target.Grid.Size(), c.LogP)
	}
	// Output:
	// clustering: 64 cells, log p(y) = -11.0696
	// low rank: 243 cells, log p(y) = -3.4080
	// binary: 64 cells, log p(y) = -13.0263
}
