package zoo

import (
	"fmt"

	"breadboard/toys"
	"breadboard/toys/zoo/surrogates"
)

// Surrogates is the number of surrogates.
const Surrogates = 200

// drawn are the surrogates. Their parents are, in turn, the posteriors and the toys that are
// smooth.
func drawn(others []Density) (all []Density) {
	smooth := map[string]bool{"barrier": true, "funnel": true, "two-basins:4": true, "two-basins:12": true}
	var names []string
	var parents []func() toys.Target
	for _, d := range others {
		if d.Group == "posteriors" || smooth[d.Name] {
			names, parents = append(names, d.Name), append(parents, d.Make)
		}
	}
	family := surrogates.NewFamily(parents)
	for n := 1; n <= Surrogates; n++ {
		parent := (n - 1) % len(parents)
		all = append(all, Density{fmt.Sprintf("surrogate-%03d", n), "surrogates",
			fmt.Sprintf("a mixture of Gaussians fitted to %s, moved and turned by seed %d", names[parent], n),
			func() toys.Target { return family.Draw(parent, n) }})
	}
	return all
}
