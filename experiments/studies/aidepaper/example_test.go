package aidepaper_test

import (
	"fmt"

	"breadboard/experiments/studies/aidepaper"
)

// The data of Figure 2, pairs of x and y.
func Example() {
	for _, pair := range aidepaper.RegressionData {
		fmt.Println(pair[0], pair[1])
	}
	// Output:
	// -2 -2
	// 2 2
}
