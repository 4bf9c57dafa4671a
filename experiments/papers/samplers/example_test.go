package samplers_test

import (
	"fmt"

	"breadboard/experiments/papers/samplers"
)

// Eight chains with an estimated ESS of 100 that are worth 10 draws deviate by more than seven standard deviations.
func ExampleESSD() {
	fmt.Printf("%.1f\n", samplers.ESSD(100, 10, 8))
	// Output:
	// 7.4
}
