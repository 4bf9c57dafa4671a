package samplers

import (
	"math"
	"math/rand/v2"
)

// A Point is what one run shows in Figure 3: what its chains say, in the mean, and what is real.
type Point struct {
	Class, Density, Kernel string
	ESS, Real              float64
}

// Points are runs from a start, of the first axis of each density, at most so many a class: drawn
// without regard to what they show, since all are too many to see. The classes are those of Figure 3.
func (s Study) Points(start string, most int) (all []Point) {
	ess := s.Index(usual)
	for _, class := range []string{"mean", "var", "ks"} {
		var some []Point
		for _, r := range s.Runs {
			p := Point{class, r.Density, r.Kernel, r.Alone[ess], r.Sampled}
			if r.Start == start && r.Function == class+":1" && r.Kernel != "identity" && p.seen() {
				some = append(some, p)
			}
		}
		dice := rand.New(rand.NewPCG(1, 0))
		dice.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		all = append(all, some[:min(most, len(some))]...)
	}
	return all
}

// seen reports whether the point has a place on logarithmic axes.
func (p Point) seen() bool {
	return p.ESS > 0 && p.Real > 0 && !math.IsInf(p.ESS, 1) && !math.IsInf(p.Real, 1)
}
