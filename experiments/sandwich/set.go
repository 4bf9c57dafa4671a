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
	Group []string  // of each run, "" if it has none; nil if none has. No group is on both sides
}

// A Set has the runs of one sampler, forward and reverse. A side without runs is not known.
type Set struct {
	T       int // its number of levels, 0 if nobody says it
	Program string
	Sides   [2]Side
}

// group is that of a run; "" is one of its own.
func (s Side) group(run int) string {
	if s.Group == nil {
		return ""
	}
	return s.Group[run]
}

// groups are the numbers of runs of all groups.
func (s Side) groups() (sizes []float64) {
	named := map[string]float64{}
	for k := range s.LogW {
		if g := s.group(k); g != "" {
			named[g]++
		} else {
			sizes = append(sizes, 1)
		}
	}
	return slices.AppendSeq(sizes, maps.Values(named))
}

// effectiveGroups is the number of groups of one size that tell as much of a mean: (sum n)^2/sum n^2. It is 4 if 20
// groups have half of the runs in one.
func (s Side) effectiveGroups() float64 {
	sizes := s.groups()
	n := float64(len(s.LogW))
	return n * n / max(1, floats.Dot(sizes, sizes))
}

// mean is the mean log w.
func (s Side) mean() sample.Estimate {
	e := sample.Estimate{Value: stat.Mean(s.LogW, nil), StdErr: math.NaN()}
	if len(s.LogW) > 0 && !math.IsInf(e.Value, 0) {
		e.StdErr = s.stderr(func(logw float64) float64 { return logw / float64(len(s.LogW)) })
	}
	return e
}

// stderr is the standard error of the sum of f over the runs, whose number is given. Groups are independent: the
// variance is that of their sums, each about its share of the sum of all. One group has none.
func (s Side) stderr(f func(logw float64) float64) float64 {
	terms := make([]float64, len(s.LogW))
	for k, w := range s.LogW {
		terms[k] = f(w)
	}
	mean := stat.Mean(terms, nil)
	squares := 0.0
	sums := map[string]float64{}
	for k, v := range terms {
		if g := s.group(k); g != "" {
			sums[g] += v - mean
		} else {
			squares += (v - mean) * (v - mean)
		}
	}
	for _, g := range slices.Sorted(maps.Keys(sums)) { // in one order, so that the last digit is the same each time
		squares += sums[g] * sums[g]
	}
	n := float64(len(s.groups()))
	return math.Sqrt(n / (n - 1) * squares)
}

// b is how far the mean of log w in reverse is above that forward.
func (s Set) b() sample.Estimate {
	forward := s.Sides[0].mean()
	reverse := s.Sides[1].mean()
	return sample.Estimate{Value: reverse.Value - forward.Value, StdErr: math.Hypot(forward.StdErr, reverse.StdErr)}
}

// independent has the first run of each group.
func (s Set) independent() Set {
	for side, runs := range s.Sides {
		seen := map[string]bool{"": false}
		var first []float64
		for k, w := range runs.LogW {
			if g := runs.group(k); !seen[g] {
				first = append(first, w)
				seen[g] = g != ""
			}
		}
		s.Sides[side] = Side{LogW: first}
	}
	return s
}

// scaled is a copy of a set with the log weights of each side times a factor.
func (s Set) scaled(forward, reverse float64) Set {
	for side, by := range []float64{forward, reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), by, s.Sides[side].LogW)
	}
	return s
}

// shifted is a copy of a set with c added to the forward log weights.
func (s Set) shifted(c float64) Set {
	s.Sides[0].LogW = slices.Clone(s.Sides[0].LogW)
	floats.AddConst(c, s.Sides[0].LogW)
	return s
}
