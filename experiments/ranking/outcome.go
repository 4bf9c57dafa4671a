// Package ranking compares what was swept: over the draws of a target, which of the combinations of names that compete
// has the least J, which the least B, and what the choice by B costs.
package ranking

import (
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
)

// A Summary has J and B of a sweep.
type Summary struct {
	Outcomes []Outcome // all combinations of names that have a J or a B, in the order of the rows
}

// An Outcome is one combination of the names of a sweep, over the draws of its target.
type Outcome struct {
	Job    sweep.Job // what the draws share; it has no seed
	Draws  []Draw    // one if nothing is random
	J, B   Spread    // over the draws
	Rivals bool      // whether others have the same Match
	// Whether the median of J or of B is the least among the rivals. Several may be equal.
	LeastJ, LeastB bool
}

// A Draw has the numbers of one draw. Those that do not exist are NaN. A J that is rounding is 0.
type Draw struct {
	Seed *uint64 // nil if nothing is random
	J, B float64
}

// A Match is what rivals have in common: a target, T, and the steps a level; or the evaluations in place of the last
// two.
type Match struct {
	target            string
	T, repeat, budget int
}

// Match is the same for outcomes that compete: two kernels do, two T do not.
func (o Outcome) Match() Match {
	if o.Job.Budget > 0 {
		return Match{target: o.Job.TargetName(), budget: o.Job.Budget}
	}
	return Match{target: o.Job.TargetName(), T: o.Job.T, repeat: o.Job.Repeat}
}

// Summarize reads the rows of a sweep. Rows that differ in their seed alone are draws of one outcome.
func Summarize(rows []sweep.Row) Summary {
	var s Summary
	withoutSeed := func(r sweep.Row) string {
		r.Job.Seed = nil
		return journal.Hash(r.Job)
	}
	for _, of := range experiments.GroupBy(rows, withoutSeed) {
		o := Outcome{Job: of[0].Job}
		o.Job.Seed = nil
		for _, r := range of {
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

// markLeast finds the least medians among outcomes of one Match, at these places. A number that no other outcome has is
// not the least.
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
		o.Rivals = len(rivals) > 1
		o.LeastJ = o.J.Q2 == leastJ
		o.LeastB = o.B.Q2 == leastB
	}
}

// least returns the least of several known numbers, and NaN of fewer than two.
func least(xs []float64) float64 {
	xs = slices.DeleteFunc(xs, math.IsNaN)
	if len(xs) < 2 {
		return math.NaN()
	}
	return slices.Min(xs)
}

// A Spread is the quartiles of some numbers; all the same if there is one number. NaN is no number, and all are NaN if
// there is none.
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
