package sandwich

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// A verdict that the law holds says what it would have found. The least fault that is asked for is a factor e^c in the
// weights of one direction alone, as a forgotten normalisation makes it.

const (
	// power is how often a fault of the reach is found.
	power = 0.9
	// trials are the sets that each size of a fault is tried on, of which so many may miss it.
	trials     = 40
	mostMissed = (1 - power) * trials
	// mostTried bounds the runs a side of such a set. What is found in more falls as one over their root.
	mostTried = 300
	// mostReach is the largest c that is tried.
	mostReach = 5
)

// reach is the least c for which a factor of e^c in the forward weights, and one of e^-c, would be found in 9 of 10
// such sets. It is NaN if no c up to mostReach would. The sets are drawn under the law: where n forward and m reverse
// runs are mixed, a weight w is of a forward run with probability n/(n + m w/R), so that all runs together are draws
// of either law, with the weights 1/(n + m w/R) and w/R/(n + m w/R).
func (s Set) reach(logR, level float64) float64 {
	pool := slices.Concat(s.Sides[0].LogW, s.Sides[1].LogW)
	sizes := [2]int{}
	for side := range sizes {
		sizes[side] = int(s.Sides[side].groups())
	}
	shrunk := min(1, mostTried/float64(max(sizes[0], sizes[1])))
	logOdds := math.Log(float64(len(s.Sides[1].LogW)) / float64(len(s.Sides[0].LogW)))
	var draws [2]func(*rand.Rand) float64
	for side := range draws {
		draws[side] = drawFrom(pool, func(logw float64) float64 {
			isReverse := 1 / (1 + math.Exp(logR-logw-logOdds))
			if side == 1 {
				return isReverse
			}
			return 1 - isReverse
		})
	}
	found := func(c float64) bool {
		for _, sign := range []float64{1, -1} {
			rng := rand.New(rand.NewPCG(1, 2)) // the same sets for every c
			missed := 0
			for range trials {
				var drawn Set
				for side, n := range sizes {
					for range max(2, int(float64(n)*shrunk)) {
						logw := draws[side](rng)
						if side == 0 {
							logw += sign * c
						}
						drawn.Sides[side].LogW = append(drawn.Sides[side].LogW, logw)
					}
				}
				if drawn.crooks().p > level {
					missed++
				}
				if float64(missed) > mostMissed {
					return false
				}
			}
		}
		return true
	}
	// A large factor parts the sides, and then nothing can tell. So the least is searched from below.
	const first, step = 0.8, 1.25 // the first is too small: an error of the mean log weight, if their variance is 1/4
	for c := first / math.Sqrt(float64(max(sizes[0], sizes[1]))*shrunk); c < mostReach; c *= step {
		if found(c) {
			return c * math.Sqrt(shrunk)
		}
	}
	return math.NaN()
}

// drawFrom draws numbers with these weights.
func drawFrom(numbers []float64, weight func(v float64) float64) func(*rand.Rand) float64 {
	sums := make([]float64, len(numbers))
	sum := 0.0
	for i, v := range numbers {
		sum += weight(v)
		sums[i] = sum
	}
	return func(rng *rand.Rand) float64 {
		return numbers[min(sort.SearchFloat64s(sums, rng.Float64()*sum), len(numbers)-1)]
	}
}

// more is how many times as many runs would find a fault of the size that p shows, with the probability power: p is
// that of a normal number z away from 0, and z rises with the root of the runs.
func more(p, level float64) float64 {
	z := func(tail float64) float64 { return -distuv.UnitNormal.Quantile(tail) }
	needs := (z(level/2) + z(1-power)) / z(p/2)
	return needs * needs
}
