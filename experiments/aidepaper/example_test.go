package aidepaper_test

import (
	"fmt"

	"breadboard/experiments/aidepaper"
)

// The study has two sizes: breadboard reproduce aide --quick takes the first.
func Example() {
	fmt.Println(aidepaper.Quick().Quick, aidepaper.Full().Quick)
	// Output:
	// true false
}
