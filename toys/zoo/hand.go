package zoo

import (
	"fmt"

	"breadboard/toys"
)

// hand are the toys, some for several parameters.
func hand() (all []Density) {
	for _, t := range toys.Catalogue {
		if t.Of != nil {
			all = append(all, Density{t.Name, "toys", t.About, func() toys.Target { return t.Of(t.Seed) }})
		}
	}
	for _, sigma := range []float64{1, 3, 5} {
		name := fmt.Sprintf("random:%v", sigma)
		all = append(all, Density{name, "toys", fmt.Sprintf("log f ~ N(0, %v) on 7x7 cells, by seed 1", sigma),
			func() toys.Target { return toys.Random(name, sigma, 1) }})
	}
	for _, depth := range []float64{2, 4, 8, 12} {
		all = append(all, Density{fmt.Sprintf("two-basins:%v", depth), "toys", "a valley with a ridge across it",
			func() toys.Target { return toys.TwoBasins(depth) }})
	}
	return all
}
