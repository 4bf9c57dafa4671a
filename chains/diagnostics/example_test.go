package diagnostics_test

import (
	"fmt"

	"breadboard/chains/diagnostics"
)

// Two chains that stay apart: R-hat sees it, and the effective sample size of each alone does not. They are too short
// for Geweke's z.
func Example() {
	chains := [][]float64{{0, 1, 1, 0, 1, 0, 0, 1}, {4, 5, 5, 4, 4, 5, 4, 5}}
	one := chains[0]
	fmt.Printf("ESS %.3g, R-hat %.3g, z %.3g\n",
		diagnostics.ESS(one), diagnostics.RHat(chains), diagnostics.Geweke(one))
	// Output:
	// ESS 7.22, R-hat 9.21, z NaN
}
