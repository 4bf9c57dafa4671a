package samplers_test

import (
	"fmt"

	"breadboard/experiments/studies/samplers"
)

// An ESS of 100 that is real on average, and one that is ten times too large.
func Example() {
	fmt.Printf("%.2f\n", samplers.ESSD(100, 100, 20))
	fmt.Printf("%.2f\n", samplers.ESSD(1000, 100, 20))
	// Output:
	// 0.11
	// 8.20
}
