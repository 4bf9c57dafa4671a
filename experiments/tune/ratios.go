package tune

import (
	"cmp"
	"math"
	"slices"

	"breadboard/exact/tuning"
)

// A ratio is J of a setting on a target, over the least J that was found there at the price. One setting for several
// targets has a ratio on each. What is least of them is the largest, or the median.

// OverLeast is a quotient of two J. A J below rounding counts as rounding: less is told from it by nobody.
func OverLeast(v, least float64) float64 { return max(v, Rounding) / max(least, Rounding) }

// A ranked is a ratio by its rank among all, from 1 for the least, and what it adds to the value.
type ranked struct {
	rank  int
	share float64
}

// ranks are those of which a goal of n ratios is the sum: the last, or the one or two in the middle.
func (g Goal) ranks(n int) []ranked {
	switch {
	case g == ByWorst:
		return []ranked{{n, 1}}
	case n%2 == 1:
		return []ranked{{n/2 + 1, 1}}
	}
	return []ranked{{n / 2, 0.5}, {n/2 + 1, 0.5}}
}

// ofRatios is the goal of some ratios.
func (g Goal) ofRatios(ratios []float64) (value float64) {
	sorted := slices.Sorted(slices.Values(ratios))
	for _, r := range g.ranks(len(sorted)) {
		value += r.share * sorted[r.rank-1]
	}
	return value
}

// smoothly is the goal of J's with derivatives. In the place of a ratio of some rank it has the norm of all ratios up
// to that rank,
//
//	(Σ r_i^p)^(1/p),
//
// which is above the largest of n by n^(1/p) at the most, and comes down to it as the power p rises. Where two ratios
// change places nothing jumps, because they are the same there.
func (g Goal) smoothly(least []float64, power float64) tuning.Mix {
	ratios := make([]float64, len(least))
	places := make([]int, len(least))
	return func(values, slopes []float64) (value float64) {
		for i, v := range values {
			ratios[i] = OverLeast(v, least[i])
			places[i] = i
		}
		slices.SortStableFunc(places, func(i, k int) int { return cmp.Compare(ratios[i], ratios[k]) })
		clear(slopes)
		for _, r := range g.ranks(len(values)) {
			below := places[:r.rank]
			norm := normOf(ratios, below, power)
			value += r.share * norm
			for _, i := range below {
				if values[i] > Rounding { // less is a constant
					slopes[i] += r.share * math.Pow(ratios[i]/norm, power-1) / max(least[i], Rounding)
				}
			}
		}
		return value
	}
}

// normOf is the norm of the ratios at some places, the last of which has the largest.
func normOf(ratios []float64, places []int, power float64) float64 {
	top := ratios[places[len(places)-1]]
	if math.IsInf(top, 1) {
		return top
	}
	sum := 0.0
	for _, i := range places {
		sum += math.Pow(ratios[i]/top, power)
	}
	return top * math.Pow(sum, 1/power)
}
