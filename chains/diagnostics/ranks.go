package diagnostics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// normalScores replaces each value by the standard normal quantile of (rank - 3/8)/(S + 1/4).
// The rank is among all S values of all chains, and equal values share their mean rank (Vehtari
// et al. 2021, rank normalization).
func normalScores(chains [][]float64) [][]float64 {
	sorted := pooled(chains)
	var values, scores []float64 // of the distinct values: on a lattice there are few
	for first := 0; first < len(sorted); {
		after := first + 1
		for after < len(sorted) && sorted[after] == sorted[first] {
			after++
		}
		rank := float64(first+1+after) / 2
		values = append(values, sorted[first])
		scores = append(scores, distuv.UnitNormal.Quantile((rank-3./8)/(float64(len(sorted))+1./4)))
		first = after
	}
	return each(chains, func(v float64) float64 { return scores[find(values, v)] })
}

// find returns the place of one of the sorted values. Its loop has no branch to be guessed wrong: it
// is more than twice as fast as slices.BinarySearch on the few values of a lattice.
func find(values []float64, v float64) (place int) {
	for n := len(values); n > 1; {
		half := n / 2
		if next := place + half; values[next] <= v {
			place = next
		}
		n -= half
	}
	return place
}

// folded replaces each value by its distance from the median of all (Vehtari et al. 2021,
// folding). Distances that differ by round-off are made equal, so that they share a rank:
// 0.3 - 0.2 and 0.2 - 0.1 do differ in floats.
func folded(chains [][]float64) [][]float64 {
	sorted := pooled(chains)
	median := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	farthest := max(median-sorted[0], sorted[len(sorted)-1]-median)
	const grain = 1e12 // round-off is some 1e-16 of the largest value
	return each(chains, func(v float64) float64 { return math.Round(math.Abs(v-median) / farthest * grain) })
}

// pooled returns the values of all chains, sorted.
func pooled(chains [][]float64) []float64 {
	all := slices.Concat(chains...)
	slices.Sort(all)
	return all
}

// each replaces the values of chains one by one.
func each(chains [][]float64, by func(v float64) float64) [][]float64 {
	all := make([][]float64, len(chains))
	for i, c := range chains {
		all[i] = make([]float64, len(c))
		for k, v := range c {
			all[i][k] = by(v)
		}
	}
	return all
}

// quantile returns the p-quantile of sorted values, linear between the order statistics at
// 1 + (n-1) p: definition 7 of Hyndman and Fan (1996), R's default.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
