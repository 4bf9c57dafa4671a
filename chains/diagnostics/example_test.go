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
	for _, d := range diagnostics.Catalogue {
		fmt.Printf("%s: %.3g\n", d.Name, d.Of(seen))
	}
	// Output:
	// ess-monotone: 1.11
	// r-hat-classic: 9.21
	// geweke: NaN
}
