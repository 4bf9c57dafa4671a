package diagnostics_test

import (
	"fmt"

	"breadboard/chains/diagnostics"
)

// Two chains that stay apart: the effective sample size sees it, and so does R-hat. They are too short for
// Geweke's z.
func Example() {
	chains := [][]float64{{0, 1, 1, 0, 1, 0, 0, 1}, {4, 5, 5, 4, 4, 5, 4, 5}}
	seen := diagnostics.NewChains(chains)
	fmt.Printf("ESS %.3g, R-hat %.3g, z %.3g\n", seen.ESS(), seen.RHat(), seen.Geweke())
	// Output:
	// ESS 1.11, R-hat 9.21, z NaN
}
