package sandwich

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

// Reach returns the least c such that a factor of e^c in the forward weights only, and one of e^-c, are found in 9 of
// 10 sets like the i-th. A forgotten normalisation makes such a factor. It is NaN if the set does not hold, or if no c
// up to mostReach is found. The sets are drawn under the law: if n forward and m reverse runs are mixed, a weight w
// belongs to a forward run with probability n/(n + m w/R), so that all runs together are draws of either distribution,
// with the weights 1/(n + m w/R) and w/R/(n + m w/R).
func (j Judgement) Reach(i int) float64 {
	const (
		mostTried   = 300 // runs a side of a drawn set; c falls as one over the root of their number
		mostReach   = 5
		first, step = 0.8, 1.25 // first is too small: an error of the mean log weight, if their variance is 1/4

		trials     = 40 // sets on which each c is tried; mostMissed of them may miss it
		mostMissed = 4
	)
	s := j.Results[i]
	if s.Verdict != Holds {
		return math.NaN()
	}
	sizes := [2]float64{float64(len(s.Sides[0].groups())), float64(len(s.Sides[1].groups()))}
	most := max(sizes[0], sizes[1])
	shrunk := min(1, mostTried/most)
	sets := s.drawn(trials, max(2, int(sizes[0]*shrunk)), max(2, int(sizes[1]*shrunk)))
	found := func(c float64) bool {
		missed := 0
		for _, drawn := range sets {
			if drawn.changed(1, 1, c).crooks().p > j.Alpha {
				missed++
			}
			if missed > mostMissed {
				return false
			}
		}
		return true
	}
	// With a large factor the sides have no weights in common, and no test can tell: so c rises from a small one.
	for c := first / math.Sqrt(most*shrunk); c < mostReach; c *= step {
		if found(c) && found(-c) {
			return c * math.Sqrt(shrunk)
		}
	}
	return math.NaN()
}

// drawn draws sets of runs of these sizes a side from those of both, by the probability that a run is of that side.
func (r Result) drawn(sets int, sizes ...int) []Set {
	pool := slices.Concat(r.Sides[0].LogW, r.Sides[1].LogW)
	var sums [2][]float64 // of the weights of the pool, by direction
	for _, logw := range pool {
		isReverse := r.isReverse(logw, r.Bar.Value)
		sums[0] = append(sums[0], 1-isReverse)
		sums[1] = append(sums[1], isReverse)
	}
	floats.CumSum(sums[0], sums[0])
	floats.CumSum(sums[1], sums[1])
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]Set, sets)
	for i := range all {
		for side, sums := range sums {
			for range sizes[side] {
				at := sort.SearchFloat64s(sums, rng.Float64()*sums[len(pool)-1])
				all[i].Sides[side].LogW = append(all[i].Sides[side].LogW, pool[at])
			}
		}
	}
	return all
}
