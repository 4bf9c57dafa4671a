package posteriors_test

import (
	"fmt"

	"breadboard/toys/zoo/posteriors"
)

// The parameters of the heaviest cell of a posterior.
func Example() {
	p := posteriors.Catalogue()[0]
	target := p.Target()
	heaviest := 0
	for x, v := range target.LogF {
		if v > target.LogF[heaviest] {
			heaviest = x
		}
	}
	fmt.Printf("%s, %v: %.3g\n", p.Name, target.Grid, p.Theta(target.Grid, heaviest))
	// Output:
	// challenger, 11x11: [-0.92 -1.7]
}
