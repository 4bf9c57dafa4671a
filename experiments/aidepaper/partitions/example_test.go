package partitions_test

import (
	"fmt"

	"breadboard/experiments/aidepaper/partitions"
)

// The nine points, and the programs that are compared on their partitions.
func Example() {
	fmt.Println(partitions.NinePoints)
	for _, p := range partitions.Programs {
		fmt.Println(p)
	}
	// Output:
	// [2.6 1.3 -1.3 -0.9 -1.2 1.8 1.7 1.6 -1.3]
	// SMC, prior
	// SMC, optimal
	// Gibbs from prior
	// Gibbs from optimal
}
