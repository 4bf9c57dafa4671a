package sandwich

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/sample"
)

// An Estimate has a number and its standard error.
type Estimate = sample.Estimate

// A Side has the runs of one direction.
type Side struct {
	LogW  []float64 // forward, -Inf is a weight of 0; in reverse, +Inf is a run that is never made forward
	Group []string  // of each run, "" if it has none; nil if none has. No group is on both sides
	Start string    // the cell where all runs began; "" if there are several, or if it is not known
}

// A Set has the runs of one sampler, forward and reverse. One side may have no runs.
type Set struct {
	T       int // the number of levels; 0 if it is not known
	Program string
	Rows    bool    // the groups are rows of an array
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

// once returns the side without the copies of its runs, and how often each run stands: 1 if there are no copies, or if
// chance may make them. By chance a weight stands k, 2k or 3k times, ... with probability 1/k if the number of times
// varies more than k, and else with that of a Poisson number of mean k to be k.
func (s Side) once() (once Side, times int) {
	const byChance = 1e-6
	counts := map[float64]int{}
	for _, logw := range s.LogW {
		counts[logw]++
	}
	for _, n := range counts { // the greatest common divisor
		for n > 0 {
			times, n = n, times%n
		}
	}
	k := float64(times)
	odds := math.Pow(min(k, math.Sqrt(2*math.Pi*k)), float64(len(counts)-1)) // all stand as often as one
	if s.Group != nil || times <= 1 || odds < 1/byChance {
		return s, 1
	}
	once.Start = s.Start
	for _, logw := range s.LogW {
		if counts[logw]%times == 0 {
			once.LogW = append(once.LogW, logw)
		}
		counts[logw]--
	}
	return once, times
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

// isReverse returns the probability under Crooks' law that a run with this log weight is a reverse one, if n forward
// and m reverse runs are mixed: m w/(n R + m w).
func (s Set) isReverse(logw, logR float64) float64 {
	logOdds := math.Log(float64(len(s.Sides[1].LogW)) / float64(len(s.Sides[0].LogW)))
	return 1 / (1 + math.Exp(logR-logw-logOdds))
}

// changed returns a copy of the set whose log weights have these factors, and forward ones a constant.
func (s Set) changed(forward, reverse, constant float64) Set {
	for side, factor := range []float64{forward, reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), factor, s.Sides[side].LogW)
	}
	floats.AddConst(constant, s.Sides[0].LogW)
	return s
}

// b returns the mean of log w in reverse less the mean forward.
func (s Set) b() Estimate {
	forward := s.Sides[0].mean()
	reverse := s.Sides[1].mean()
	return Estimate{Value: reverse.Value - forward.Value, StdErr: math.Hypot(forward.StdErr, reverse.StdErr)}
}

// dataSets returns a set of each row of two arrays, if each has a log R of its own: the means of the rows then rise and
// fall together on both sides. Rows of one log R do so, or oppositely, with the probability Level/10; dataSets returns
// these as one set.
func (s Set) dataSets() (all []Set) {
	forward := s.Sides[0].groups()
	reverse := s.Sides[1].groups()
	n := len(forward)
	if n < 3 || n != len(reverse) {
		return []Set{s}
	}
	var means [2][]float64
	for i := range n {
		means[0] = append(means[0], stat.Mean(finite(forward[i]), nil))
		means[1] = append(means[1], stat.Mean(finite(reverse[i]), nil))
		all = append(all, Set{Program: fmt.Sprintf("row %d", i+1), Sides: [2]Side{{LogW: forward[i]},
			{LogW: reverse[i]}}})
	}
	r := stat.Correlation(means[0], means[1], nil)
	if p := mathext.RegIncBeta(float64(n-2)/2, 0.5, max(0, 1-r*r)); !(p <= Level/10) {
		return []Set{s}
	}
	return all
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
