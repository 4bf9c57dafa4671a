package draws_test

import (
	"fmt"

	"breadboard/experiments/draws"
	"breadboard/grid"
)

// Draws that take turns among four cells are not random, but have the frequencies of an even distribution; and not
// those of another.
func Example() {
	chain := make([]int32, 1000)
	for i := range chain {
		chain[i] = int32(i % 4)
	}
	for _, p := range [][]float64{{0.25, 0.25, 0.25, 0.25}, {0.4, 0.3, 0.2, 0.1}} {
		r := draws.Judge(grid.New(4), p, []draws.Sample{{Chains: [][]int32{chain}}})[0]
		fmt.Printf("%s: p = %.2g\n", r.Verdict, r.P)
	}
	// Output:
	// no difference seen: p = 1
	// not draws of p: p = 3.5e-65
}
