package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Order returns the indices of values by increasing value. Equal values keep their order.
func Order(values []float64) []int {
	at := make([]int, len(values))
	floats.ArgsortStable(slices.Clone(values), at)
	return at
}

// negligible bounds the probability of a state of Smirnov's walk that counts as far and is not followed. All such
// states together add less than 1e-30 to p.
const negligible = 1e-40

// Smirnov tests whether two samples come from one distribution, by the largest distance between their
// distribution functions (Kolmogorov and Smirnov). p is the probability of at least that distance if all orders of the
// pooled sample are equally likely, whatever values are equal. It is summed and not approximated. Neither sample is
// empty, and no value is NaN.
//
// The pooled sample in its order is a walk: a value of the first sample is a step up, and one
// of the second a step to the side. Distances count where a run of equal values ends.
func Smirnov(first, second []float64) (distance, p float64) {
	n, m := len(first), len(second)
	pooled := slices.Concat(first, second)
	ends := make([]bool, n+m+1) // after this many values a run of equal ones ends
	off := func(i, j int) float64 { return math.Abs(float64(i)/float64(n) - float64(j)/float64(m)) }
	i, sorted := 0, Order(pooled)
	for k, at := range sorted {
		if at < n {
			i++
		}
		if k+1 == n+m || pooled[sorted[k+1]] != pooled[at] {
			ends[k+1] = true
			distance = max(distance, off(i, k+1-i))
		}
	}
	limit := distance * (1 - 1e-9) // equal fractions may be rounded differently
	walks := make([]float64, n+2)  // walks[i] is the probability of i steps up that were never too far
	walks[0] = 1
	for k := range n + m {
		left := float64(n + m - k)
		most := min(k+1, n)
		for i := most; i >= 0; i-- {
			walks[i+1] += walks[i] * float64(n-i) / left
			walks[i] = walks[i] * float64(m-(k-i)) / left
		}
		for i := range most + 1 {
			if ends[k+1] && off(i, k+1-i) >= limit || walks[i] < negligible {
				p += walks[i]
				walks[i] = 0
			}
		}
	}
	return distance, min(1, p)
}
