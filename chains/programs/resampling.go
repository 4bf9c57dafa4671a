package programs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Systematic draws the ancestors of M offspring of M particles. Each particle has an interval of the length of its
// share of all weights, one after another in the order of the particles. Offspring k stands at (k+u)/M, with one u for
// all, and its ancestor is the particle of that interval (Douc, Cappé and Moulines 2005). So a particle of share W has
// M W offspring in expectation, as by independent draws, and the estimate of R is unbiased.
//
// If kept is not negative, that particle has an offspring at place at. Ancestors and a random place then have their
// distribution given that, as in the conditional run of Andrieu, Doucet and Holenstein (2010). That run holds for any
// resampling with the right means. Sums of weights are rounded to 2^-40 of an offspring, so that equal sums stay equal.
// A kept particle has a share of at least 2^-36 here, so that it has a place. Both change the distribution by no more
// than that.
func Systematic(weights []float64, kept int, d chains.Dice) (from []int, at int) {
	upTo := make([]float64, len(weights)+1)
	least := 0x1p-36 * floats.Sum(weights)
	sum := 0.0
	for j, w := range weights {
		if j == kept {
			w = max(w, least)
		}
		sum += w
		upTo[j+1] = sum
	}
	for j, v := range upTo {
		upTo[j] = math.Round(v/sum*float64(len(weights))*0x1p40) * 0x1p-40
	}
	u, at := stand(upTo, kept, d)
	from = make([]int, len(weights))
	j := 0
	for k := range from {
		for upTo[j+1] <= float64(k)+u {
			j++
		}
		from[k] = j
	}
	return from, at
}

// stand draws u, and the place of an offspring of the kept particle. Given that a random place descends from it, that
// place and u are the whole part and the fraction of a uniform point in the particle's interval.
func stand(upTo []float64, kept int, d chains.Dice) (u float64, at int) {
	w, ok := d.(chains.Words)
	switch {
	case !ok:
		return middle(upTo, kept, d)
	case kept < 0:
		return chains.Uniform01(w), -1
	}
	from, to := upTo[kept], upTo[kept+1]
	point := from + chains.Uniform01(w)*(to-from)
	at = min(int(point), len(upTo)-2)
	return min(point-float64(at), 1-0x1p-53), at
}

// middle picks among all outcomes of stand. Ancestors change only where u passes the fraction of a bound of an
// interval, so that the middles between two such fractions stand for all.
func middle(upTo []float64, kept int, d chains.Dice) (u float64, at int) {
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
			first, last := own(upTo, kept, u)
			weight *= float64(last - first)
		}
		middles = append(middles, u)
		weights = append(weights, weight)
	}
	u = middles[d.Pick(weights)]
	if kept < 0 {
		return u, -1
	}
	first, last := own(upTo, kept, u)
	return u, first + place(last-first, d)
}

// own returns the places of a particle's offspring, from first to before last.
func own(upTo []float64, j int, u float64) (first, last int) {
	return int(math.Ceil(upTo[j] - u)), int(math.Ceil(upTo[j+1] - u))
}
