// Package ranking compares the rows of a sweep: over the draws of a target, which of the competing combinations of
// names has the least J, which has the least B, and what the choice by B costs.
package ranking

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
)

// AboutAsGood is the quotient of two J, or two B, below which the one with the larger is about as good.
const AboutAsGood = 1.1

// A Summary has J and B of a sweep.
type Summary struct {
	Outcomes []Outcome // all combinations of names that have a J or a B, in the order of the rows
}

// An Outcome has the numbers of one combination of the names of a sweep, over the draws of its target.
type Outcome struct {
	Job       sweep.Job // of all draws, without a seed
	Draws     []Draw    // one if nothing is random
	J, B      Spread    // over the draws
	Misses    string    // how far the steps miss p, on a draw on which they do
	Followed  string    // what was followed of a command on the last draw; "" if nothing was
	HasRivals bool      // whether others have the same Match
	AtTarget  bool      // whether a plain chain on the target is about as good as what descent found, on each draw
	Stopped   bool      // whether descent stopped on a draw before it converged
	// LeastJ and LeastB say whether the median is the least among the rivals. Several may be the same.
	LeastJ, LeastB bool
}

// A Draw has the numbers of one draw. A number that does not exist is NaN.
type Draw struct {
	Seed *uint64 // nil if nothing is random
	J, B float64
}

// A Match identifies rivals: they share a target, T and the steps a level, or a target and the number of evaluations.
type Match struct {
	target            string
	T, repeat, budget int
}

// Match returns the same for outcomes that compete: two kernels compete, two T do not.
func (o Outcome) Match() Match {
	if o.Job.Budget > 0 {
		return Match{target: o.Job.TargetName(), budget: o.Job.Budget}
	}
	return Match{target: o.Job.TargetName(), T: o.Job.T, repeat: o.Job.Repeat}
}

// Summarize groups the rows of a sweep. Rows that differ only in their seed, and in what a command's rows are on that
// draw, are draws of one outcome.
func Summarize(rows []sweep.Row) Summary {
	var s Summary
	withoutDraw := func(j sweep.Job) sweep.Job {
		j.Seed = nil
		j.Read = ""
		return j
	}
	for _, of := range experiments.GroupBy(rows, func(r sweep.Row) string { return journal.Hash(withoutDraw(r.Job)) }) {
		o := Outcome{Job: withoutDraw(of[0].Job)}
		o.AtTarget = !slices.ContainsFunc(of, func(r sweep.Row) bool { return !atTarget(r.Chosen) })
		o.Stopped = slices.ContainsFunc(of, func(r sweep.Row) bool { return r.Chosen != nil && !r.Chosen.Converged })
		for _, r := range of {
			o.Misses = cmp.Or(o.Misses, r.Misses)
			o.Followed = cmp.Or(r.Followed, o.Followed)
			d := Draw{Seed: r.Job.Seed, J: r.At("J"), B: r.At("B")}
			if !math.IsNaN(d.J) || !math.IsNaN(d.B) {
				o.Draws = append(o.Draws, d)
			}
		}
		if len(o.Draws) > 0 {
			o.J = spread(o.Draws, func(d Draw) float64 { return d.J })
			o.B = spread(o.Draws, func(d Draw) float64 { return d.B })
			s.Outcomes = append(s.Outcomes, o)
		}
	}
	places := map[Match][]int{}
	for i, o := range s.Outcomes {
		places[o.Match()] = append(places[o.Match()], i)
	}
	for _, rivals := range places {
		s.markLeast(rivals)
	}
	return s
}

// atTarget reports whether descent found a schedule that is hardly better than a plain chain on the target.
func atTarget(found *sweep.SearchResult) bool {
	if found == nil || found.Betas == nil || math.IsInf(float64(found.Value), 1) {
		return false
	}
	return found.Plain <= AboutAsGood*found.Value
}

// markLeast marks the least medians among the outcomes of one Match, at these places. A number is not the least if no
// other outcome has one.
func (s Summary) markLeast(rivals []int) {
	var js, bs []float64
	for _, i := range rivals {
		js = append(js, s.Outcomes[i].J.Q2)
		bs = append(bs, s.Outcomes[i].B.Q2)
	}
	leastJ := least(js)
	leastB := least(bs)
	for _, i := range rivals {
		o := &s.Outcomes[i]
		o.HasRivals = len(rivals) > 1
		o.LeastJ = same(o.J.Q2, leastJ)
		o.LeastB = same(o.B.Q2, leastB)
	}
}

// least returns the least of at least two known numbers, and NaN of fewer.
func least(xs []float64) float64 {
	xs = slices.DeleteFunc(xs, math.IsNaN)
	if len(xs) < 2 {
		return math.NaN()
	}
	return slices.Min(xs)
}

// same reports whether two numbers agree in the digits that J and B promise, or are apart by less than matters.
func same(a, b float64) bool {
	larger := max(math.Abs(a), math.Abs(b))
	rounding := max(experiments.Negligible, larger*math.Pow10(-experiments.PromisedDigits))
	return a == b || math.Abs(a-b) <= rounding && !math.IsInf(larger, 0)
}

// below reports whether a is a lower number than b, and not the same. NaN is above all numbers.
func below(a, b float64) bool { return !same(a, b) && (a < b || math.IsNaN(b) && !math.IsNaN(a)) }

// A Spread has the quartiles of some numbers, without NaN; they are NaN if there are no numbers.
type Spread struct{ Q1, Q2, Q3 float64 }

func spread(draws []Draw, of func(Draw) float64) Spread {
	var xs []float64
	for _, d := range draws {
		if x := of(d); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	if xs == nil {
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	}
	slices.Sort(xs)
	return Spread{evidence.Quantile(xs, 0.25), evidence.Quantile(xs, 0.5), evidence.Quantile(xs, 0.75)}
}

// An Axis is one of the names in which the jobs of a sweep may differ. The seed is no axis: the draws of a target are a
// sample, and not alternatives.
type Axis struct {
	Name    string
	ValueOf func(sweep.Job) string // the job's name on the axis
}

// Target and the others are the axes.
var (
	Target   = Axis{"target", sweep.Job.TargetName}
	Budget   = Axis{"evaluations", func(j sweep.Job) string { return strconv.Itoa(j.Budget) }}
	Levels   = Axis{"T", func(j sweep.Job) string { return strconv.Itoa(j.T) }}
	Kernel   = Axis{"kernel", func(j sweep.Job) string { return j.Kernel }}
	Repeat   = Axis{"repeat", func(j sweep.Job) string { return strconv.Itoa(j.Repeat) }}
	Bridge   = Axis{"bridge", func(j sweep.Job) string { return j.Bridge }}
	Initial  = Axis{"initial", func(j sweep.Job) string { return j.Initial }}
	Schedule = Axis{"schedule", func(j sweep.Job) string { return j.Schedule }}
	Program  = Axis{"program", sweep.Job.ProgramName}
)

// Axes lists all axes in the order of tables: first what is sampled and at what length, then the ways of sampling,
// which compete.
var Axes = []Axis{Target, Budget, Levels, Repeat, Kernel, Bridge, Initial, Schedule, Program}

// Differs reports whether some outcomes have different names on the axis.
func (a Axis) Differs(all []Outcome) bool {
	return slices.ContainsFunc(all, func(o Outcome) bool { return a.ValueOf(o.Job) != a.ValueOf(all[0].Job) })
}

// Varying returns the axes in which some outcomes differ, in the order of Axes.
func Varying(all []Outcome) []Axis {
	return slices.DeleteFunc(slices.Clone(Axes), func(a Axis) bool { return !a.Differs(all) })
}
