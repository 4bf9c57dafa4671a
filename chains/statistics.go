package chains

import (
	"fmt"

	"breadboard/grid"
)

// The names of moment statistics of a box. A box with an axis of three labels or more has marginals alone: the others
// would depend on the names of the labels.
const (
	MeanMoments     = "mean"      // the coordinates, from the middle of the box
	GaussianMoments = "gaussian"  // the coordinates, their squares and their products
	MarginalMoments = "marginals" // whether a coordinate has a value, for each axis and value
)

// Statistics returns the named statistics, each by cell of a box. It returns an error if the box has none of this name.
func Statistics(name string, g grid.Grid) (all [][]float64, err error) {
	var of []func(x int) float64
	for a := range g.Axes() {
		if name != MarginalMoments {
			of = append(of, func(x int) float64 { return float64(g.Coord(x, a)) - float64(g.Len(a)-1)/2 })
			continue
		}
		for v := range g.Len(a) {
			of = append(of, func(x int) float64 {
				if g.Coord(x, a) == v {
					return 1
				}
				return 0
			})
		}
	}
	if name == GaussianMoments {
		coordinates := of
		for i, a := range coordinates {
			for _, b := range coordinates[:i+1] {
				of = append(of, func(x int) float64 { return a(x) * b(x) })
			}
		}
	}
	if name != MarginalMoments && !g.Ordered() {
		return nil, fmt.Errorf("%s of labels would depend on their names; use %s", name, MarginalMoments)
	}
	for _, f := range of {
		values := make([]float64, g.Size())
		for x := range values {
			values[x] = f(x)
		}
		all = append(all, values)
	}
	return all, nil
}
