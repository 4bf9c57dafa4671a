package chains

import (
	"fmt"

	"breadboard/grid"
)

// Moment statistics of a box, by name. A box with an axis of three labels or more has marginals alone: the others would
// depend on the names of the labels.
const (
	MeanMoments     = "mean"      // the coordinates, from the middle of the box
	GaussianMoments = "gaussian"  // and their squares and products
	MarginalMoments = "marginals" // whether a coordinate has a value, for each axis and value
)

// CountStatistics is how many statistics of this name a box has.
func CountStatistics(name string, g grid.Grid) (n int) {
	switch k := g.Axes(); name {
	case MarginalMoments:
		for a := range k {
			n += g.Len(a)
		}
		return n
	case GaussianMoments:
		return k * (k + 3) / 2
	default:
		return k
	}
}

// Statistics returns the named statistics, each by cell of a box. It is an error if the box has none of this name.
func Statistics(name string, g grid.Grid) (all [][]float64, err error) {
	by := func(of func(x int) float64) []float64 {
		values := make([]float64, g.Size())
		for x := range values {
			values[x] = of(x)
		}
		return values
	}
	if name != MarginalMoments && !g.Ordered() {
		return nil, fmt.Errorf("%s of labels would depend on their names; %s would do", name, MarginalMoments)
	}
	for a := range g.Axes() {
		if name == MarginalMoments {
			for v := range g.Len(a) {
				all = append(all, by(func(x int) float64 {
					if g.Coord(x, a) == v {
						return 1
					}
					return 0
				}))
			}
			continue
		}
		all = append(all, by(func(x int) float64 { return float64(g.Coord(x, a)) - float64(g.Len(a)-1)/2 }))
	}
	if name == GaussianMoments {
		coordinates := all
		for i, a := range coordinates {
			for _, b := range coordinates[:i+1] {
				all = append(all, by(func(x int) float64 { return a[x] * b[x] }))
			}
		}
	}
	return all, nil
}
