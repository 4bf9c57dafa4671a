package terms_test

import (
	"fmt"

	"breadboard/experiments/aidepaper/terms"
)

// A sampled number keeps its standard error beside it.
func Example() {
	s := terms.Sampled{Value: 24.15, Err: 0.25}
	fmt.Printf("%.2f ± %.2f\n", s.Value, s.Err)
	// Output:
	// 24.15 ± 0.25
}
