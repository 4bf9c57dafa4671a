package evidence

import (
	"fmt"
	"math"
	"slices"
)

// negligible is the probability below which a state of Smirnov's walk counts as far and is not
// followed. All such states together add less than 1e-30 to p.
const negligible = 1e-40

// Smirnov tests whether two samples come from one law, by the largest distance between their
// distribution functions (Kolmogorov and Smirnov). p is the probability of at least that
// distance if all orders of the pooled sample are equally likely, whatever values are equal.
// It is summed and not approximated. Both samples must have values, and none may be NaN.
//
// The pooled sample in its order is a walk: a value of the first sample is a step up, and one
// of the second a step to the side. Distances count where a run of equal values ends.
func Smirnov(first, second []float64) (distance, p float64) {
	n, m := len(first), len(second)
	if n == 0 || m == 0 {
		panic(fmt.Sprintf("evidence: samples of %d and %d values", n, m))
	}
	one, two := slices.Sorted(slices.Values(first)), slices.Sorted(slices.Values(second))
	ends := make([]bool, n+m+1) // after so many values a run of equal ones ends
	off := func(i, j int) float64 { return math.Abs(float64(i)/float64(n) - float64(j)/float64(m)) }
	for i, j := 0, 0; i < n || j < m; {
		at := math.Inf(1)
		if i < n {
			at = one[i]
		}
		if j < m {
			at = min(at, two[j])
		}
		for i < n && one[i] == at {
			i++
		}
		for j < m && two[j] == at {
			j++
		}
		if math.IsNaN(at) {
			panic("evidence: a value that is not a number")
		}
		ends[i+j] = true
		distance = max(distance, off(i, j))
	}
	limit := distance * (1 - 1e-9) // equal fractions may be rounded differently
	return distance, far(n, m, ends, func(i, j int) bool { return off(i, j) >= limit })
}

// far is the probability that a random walk of n steps up and m to the side is somewhere too
// far at an end.
func far(n, m int, ends []bool, tooFar func(i, j int) bool) (p float64) {
	at := make([]float64, n+2) // at[i] is the probability of i steps up that were never too far
	at[0] = 1
	low, high := 0, 0 // other entries are 0
	for k := range n + m {
		left := float64(n + m - k)
		for i := high; i >= low; i-- {
			p := at[i]
			at[i+1] += p * float64(n-i) / left
			at[i] = p * float64(m-(k-i)) / left
		}
		high = min(high+1, n)
		for i := low; i <= high; i++ {
			if ends[k+1] && tooFar(i, k+1-i) || at[i] < negligible {
				p += at[i]
				at[i] = 0
			}
		}
		for low < high && at[low] == 0 {
			low++
		}
		for high > low && at[high] == 0 {
			high--
		}
	}
	return min(1, p)
}
