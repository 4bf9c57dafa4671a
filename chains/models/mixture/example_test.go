package mixture_test

import (
	"fmt"
	"math"

	"breadboard/chains/models/mixture"
)

// The Chinese restaurant process prefers one table for three guests to a table for each.
func Example() {
	for _, sizes := range [][]int{{3}, {2, 1}, {1, 1, 1}} {
		fmt.Printf("%v: %.4f\n", sizes, math.Exp(mixture.LogPartition(sizes, 1)))
	}
	// Output:
	// [3]: 0.3333
	// [2 1]: 0.1667
	// [1 1 1]: 0.1667
}
