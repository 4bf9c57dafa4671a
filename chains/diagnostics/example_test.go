package diagnostics_test

import (
	"fmt"
	"slices"

	"breadboard/chains/diagnostics"
)

// Two chains that stay apart. The effective sample size of one diagnostic sees it, and so does R-hat.
func Example() {
	chains := [][]float64{{0, 1, 1, 0, 1, 0, 0, 1}, {4, 5, 5, 4, 4, 5, 4, 5}}
	seen := diagnostics.NewChains(chains)
	for _, d := range diagnostics.Catalogue {
		if slices.Contains([]string{"ess-monotone", "r-hat-split"}, d.Name) {
			v := d.Of(seen)
			fmt.Printf("%s: %.3g, fine: %v\n", d.Name, v, d.Fine(v, len(chains)))
		}
	}
	// Output:
	// ess-monotone: 1.11, fine: false
	// r-hat-split: 4.09, fine: false
}
