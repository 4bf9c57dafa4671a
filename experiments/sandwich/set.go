package sandwich

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/sample"
)

// An Estimate is a number with its standard error.
type Estimate = sample.Estimate

// A Side has the runs of one direction.
type Side struct {
	LogW  []float64 // -Inf is a weight of 0 forward, and +Inf a run that is never made forward in reverse
	Group []int     // of each run; nil if nobody says it
	Start string    // the state that all runs began at; "" if there are several, or nobody says it
}

// A Set has the runs of one sampler, forward and reverse. A side without runs is not known.
type Set struct {
	T       int // its number of levels, 0 if nobody says it
	Program string
	Sides   [2]Side
}

// distinct has a 1 for each different one of some numbers.
func distinct(all []int) map[int]int {
	seen := map[int]int{}
	for _, v := range all {
		seen[v] = 1
	}
	return seen
}

// groups is the number of groups. A run without one is a group of its own.
func (s Side) groups() float64 {
	if s.Group == nil {
		return float64(len(s.LogW))
	}
	return float64(len(distinct(s.Group)))
}

// effectiveGroups is the number of groups of one size that tell as much of a mean: (sum n)^2/sum n^2. It is 4 if 20
// groups have half of the runs in one.
func (s Side) effectiveGroups() float64 {
	if s.Group == nil {
		return float64(len(s.LogW))
	}
	sizes := map[int]float64{}
	for _, g := range s.Group {
		sizes[g]++
	}
	sum, squares := 0.0, 0.0
	for _, n := range sizes {
		sum, squares = sum+n, squares+n*n
	}
	return sum * sum / max(1, squares)
}

// mean is the sum of the mean log w of both sides, times these factors. A factor of 0 leaves its side out.
func (s Set) mean(factors ...float64) (e sample.Estimate) {
	for side, factor := range factors {
		if factor != 0 {
			e.Value += factor * stat.Mean(s.Sides[side].LogW, nil)
		}
	}
	if math.IsInf(e.Value, 0) || math.IsNaN(e.Value) {
		e.StdErr = math.NaN()
		return e
	}
	e.StdErr = s.stderr(func(side int, logw float64) float64 {
		if factors[side] == 0 {
			return 0
		}
		return factors[side] * logw / float64(len(s.Sides[side].LogW))
	})
	return e
}

// stderr is the standard error of the sum of f over the runs of both sides, whose numbers are given. Groups are
// independent: the variance is that of their sums, each about its share of the side's sum. One group has none.
func (s Set) stderr(f func(side int, logw float64) float64) float64 {
	sums, squares := map[int]float64{}, 0.0
	for side, runs := range s.Sides {
		terms := make([]float64, len(runs.LogW))
		for k, w := range runs.LogW {
			terms[k] = f(side, w)
		}
		if floats.Norm(terms, 1) == 0 {
			continue
		}
		n, mean := runs.groups(), stat.Mean(terms, nil)
		for k, v := range terms {
			d := math.Sqrt(n/(n-1)) * (v - mean)
			if runs.Group == nil {
				squares += d * d
			} else {
				sums[runs.Group[k]] += d
			}
		}
	}
	for _, g := range slices.Sorted(maps.Keys(sums)) { // in one order, so that the last digit is the same each time
		squares += sums[g] * sums[g]
	}
	return math.Sqrt(squares)
}
