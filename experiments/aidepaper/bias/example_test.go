package bias_test

import (
	"fmt"

	"breadboard/experiments/aidepaper/bias"
)

// The data of Figure 2, which a line with normal noise has to explain.
func Example() {
	for _, point := range bias.Data {
		fmt.Printf("x = %v, y = %v\n", point[0], point[1])
	}
	// Output:
	// x = -2, y = -2
	// x = 2, y = 2
}
