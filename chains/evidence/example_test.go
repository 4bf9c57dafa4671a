package evidence_test

import (
	"fmt"

	"breadboard/chains/evidence"
)

// Are these counts draws from p?
func Example() {
	law := []float64{0.25, 0.25, 0.5}
	for _, counts := range [][]int{{24, 27, 49}, {10, 40, 50}} {
		fmt.Printf("%v: p = %.2g\n", counts, evidence.ChiSquare(counts, law).P)
	}
	// Output:
	// [24 27 49]: p = 0.9
	// [10 40 50]: p = 0.00012
}
