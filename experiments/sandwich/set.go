package sandwich

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/sample"
)

// An Estimate has a number and its standard error.
type Estimate = sample.Estimate

// A Side has the runs of one direction.
type Side struct {
	LogW  []float64 // forward, -Inf is a weight of 0; in reverse, +Inf is a run that is never made forward
	Group []string  // of each run, "" if it has none; nil if none has. No group is on both sides
}

// A Set has the runs of one sampler, forward and reverse. One side may have no runs.
type Set struct {
	T       int // the number of levels; 0 if it is not known
	Program string
	Sides   [2]Side // forward, and reverse
}

// groups returns the log weights of each group, in the order of their first runs. A run without a group is a group of
// its own.
func (s Side) groups() (all [][]float64) {
	number := map[string]int{}
	for k, logw := range s.LogW {
		name := ""
		if s.Group != nil {
			name = s.Group[k]
		}
		i, known := number[name]
		if name == "" || !known {
			i = len(all)
			number[name] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], logw)
	}
	return all
}

// effectiveGroups returns the number of groups of equal size that determine a mean as well: (sum n)^2/sum n^2. It is 4
// if one of 20 groups has half of the runs.
func (s Side) effectiveGroups() float64 {
	squares := 0.0
	for _, group := range s.groups() {
		squares += float64(len(group) * len(group))
	}
	n := float64(len(s.LogW))
	return n * n / max(1, squares)
}

// mean returns the mean of log w.
func (s Side) mean() Estimate {
	e := Estimate{Value: stat.Mean(s.LogW, nil), StdErr: math.NaN()}
	if len(s.LogW) > 0 && !math.IsInf(e.Value, 0) {
		e.StdErr = s.stderr(func(logw float64) float64 { return logw / float64(len(s.LogW)) })
	}
	return e
}

// stderr returns the standard error of the sum of f over the runs, for a fixed number of runs. Groups are independent,
// so that it comes from the sums of the groups, each less its share of the sum of all. It is NaN for a single group.
func (s Side) stderr(f func(logw float64) float64) float64 {
	groups := s.groups()
	sums := make([]float64, len(groups))
	for i, group := range groups {
		for _, logw := range group {
			sums[i] += f(logw)
		}
	}
	mean := floats.Sum(sums) / float64(len(s.LogW))
	for i, group := range groups {
		sums[i] -= mean * float64(len(group))
	}
	n := float64(len(groups))
	return math.Sqrt(n / (n - 1) * floats.Dot(sums, sums))
}

// b returns the mean of log w in reverse less the mean forward.
func (s Set) b() Estimate {
	forward := s.Sides[0].mean()
	reverse := s.Sides[1].mean()
	return Estimate{Value: reverse.Value - forward.Value, StdErr: math.Hypot(forward.StdErr, reverse.StdErr)}
}

// independent returns the set of the first run of each group.
func (s Set) independent() Set {
	for side, runs := range s.Sides {
		var first []float64
		for _, group := range runs.groups() {
			first = append(first, group[0])
		}
		s.Sides[side] = Side{LogW: first}
	}
	return s
}
