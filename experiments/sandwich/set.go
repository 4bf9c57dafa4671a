package sandwich

import (
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

// groups numbers the groups in the order of their first runs, and returns that of each run. A run without a group is a
// group of its own.
func (s Side) groups() (of []int, n int) {
	number := map[string]int{}
	for k := range s.LogW {
		name := ""
		if s.Group != nil {
			name = s.Group[k]
		}
		i, known := number[name]
		if name == "" || !known {
			i = n
			number[name] = i
			n++
		}
		of = append(of, i)
	}
	return of, n
}

// sums returns the sum of some numbers of runs over each group.
func (s Side) sums(terms []float64) []float64 {
	of, n := s.groups()
	sums := make([]float64, n)
	for k, v := range terms {
		sums[of[k]] += v
	}
	return sums
}

// effectiveGroups is the number of groups of one size that tell as much of a mean: (sum n)^2/sum n^2. It is 4 if 20
// groups have half of the runs in one.
func (s Side) effectiveGroups() float64 {
	n := float64(len(s.LogW))
	sizes := s.sums(slices.Repeat([]float64{1}, len(s.LogW)))
	return n * n / max(1, floats.Dot(sizes, sizes))
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
	terms := make([]float64, len(s.LogW))
	for k, w := range s.LogW {
		terms[k] = f(w)
	}
	floats.AddConst(-stat.Mean(terms, nil), terms)
	sums := s.sums(terms)
	n := float64(len(sums))
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
		of, _ := runs.groups()
		for k, w := range runs.LogW {
			if of[k] == len(first) {
				first = append(first, w)
			}
		}
		s.Sides[side] = Side{LogW: first}
	}
	return s
}

// changed is a copy of a set with the log weights of each side times a factor, and c added to the forward ones.
func (s Set) changed(forward, reverse, c float64) Set {
	for side, by := range []float64{forward, reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), by, s.Sides[side].LogW)
	}
	floats.AddConst(c, s.Sides[0].LogW)
	return s
}

// scaled is a copy of a set with the log weights of each side times a factor.
func (s Set) scaled(forward, reverse float64) Set { return s.changed(forward, reverse, 0) }

// shifted is a copy of a set with c added to the forward log weights.
func (s Set) shifted(c float64) Set { return s.changed(1, 1, c) }
