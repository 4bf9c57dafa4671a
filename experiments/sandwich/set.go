package sandwich

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/sample"
)

// An Estimate is a number with its standard error.
type Estimate = sample.Estimate

// A Side has the runs of one direction.
type Side struct {
	LogW  []float64 // -Inf is a weight of 0 forward, and +Inf a run that is never made forward in reverse
	Group []string  // of each run, "" if it has none; nil if none has. No group is on both sides
}

// A Set has the runs of one sampler, forward and reverse. A side without runs is not known.
type Set struct {
	T       int // its number of levels, 0 if nobody says it
	Program string
	Sides   [2]Side
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

// effectiveGroups is the number of groups of one size that tell as much of a mean: (sum n)^2/sum n^2. It is 4 if 20
// groups have half of the runs in one.
func (s Side) effectiveGroups() float64 {
	squares := 0.0
	for _, group := range s.groups() {
		squares += float64(len(group) * len(group))
	}
	n := float64(len(s.LogW))
	return n * n / max(1, squares)
}

// mean is the mean log w.
func (s Side) mean() Estimate {
	e := Estimate{Value: stat.Mean(s.LogW, nil), StdErr: math.NaN()}
	if len(s.LogW) > 0 && !math.IsInf(e.Value, 0) {
		e.StdErr = s.stderr(func(logw float64) float64 { return logw / float64(len(s.LogW)) })
	}
	return e
}

// stderr is the standard error of the sum of f over the runs, whose number is given. Groups are independent: the
// variance is that of their sums, each about its share of the sum of all. One group has none.
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

// independent has the first run of each group.
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
