package programs

import (
	"math"
	"slices"

	"breadboard/chains"
)

// Systematic draws the ancestors of as many offspring as there are particles, M. Particles have intervals of the
// length of their weights, which sum to 1, one after another in the order of the particles. Offspring k stands at
// (k+u)/M, with one u for all, and its ancestor is the particle of that interval (Douc, Cappé and Moulines 2005). So a
// particle of weight W has M W offspring in the mean, as by independent draws, and the evidence has the mean R.
//
// If kept is not negative, that particle has an offspring at the place that is returned, and all have the law of
// ancestors and a random place given that: what the conditional run of Andrieu, Doucet and Holenstein (2010) is, for
// any way with the right means. Sums of weights are rounded to 2^-40 of an offspring, so that rounding keeps no two
// apart that are one. A kept particle weighs at least 2^-36 here, so that it has a place. Both change the law by no
// more than that.
func Systematic(weights []float64, kept int, d chains.Dice) (from []int, at int) {
	upTo, sum := make([]float64, len(weights)+1), 0.0
	for j, w := range weights {
		if j == kept {
			w = max(w, 0x1p-36)
		}
		sum += w
		upTo[j+1] = sum
	}
	for j, v := range upTo {
		upTo[j] = math.Round(v/sum*float64(len(weights))*0x1p40) * 0x1p-40
	}
	return together(upTo, kept, d)
}

// together draws u, and with it all ancestors. They change only where u passes the fraction of a bound of an interval.
func together(upTo []float64, kept int, d chains.Dice) (from []int, at int) {
	bounds := []float64{0, 1}
	for _, v := range upTo {
		bounds = append(bounds, v-math.Floor(v))
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	var middles, weights []float64
	for i, to := range bounds[1:] {
		u, weight := (bounds[i]+to)/2, to-bounds[i]
		if kept >= 0 {
			weight *= math.Ceil(upTo[kept+1]-u) - math.Ceil(upTo[kept]-u) // its offspring
		}
		middles = append(middles, u)
		weights = append(weights, weight)
	}
	u, j := middles[d.Pick(weights)], 0
	var own []int // the places of the kept one's offspring
	for k := range len(upTo) - 1 {
		for upTo[j+1] <= float64(k)+u {
			j++
		}
		from = append(from, j)
		if j == kept {
			own = append(own, k)
		}
	}
	if kept < 0 {
		return from, -1
	}
	return from, own[place(len(own), d)]
}
