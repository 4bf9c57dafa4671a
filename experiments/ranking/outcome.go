// Package ranking compares what was swept: over the draws of a target, which of the combinations of names that compete
// has the least J, which the least B, and how far the others are from them.
package ranking

import (
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// A Summary has J and B of a sweep.
type Summary struct {
	Outcomes   []Outcome // all combinations of names that have a J or a B, in the order of the rows
	Rows       int
	Unmeasured []sweep.Job // jobs without J or without B
}

// An Outcome is one combination of the names of a sweep, over the draws of its target.
type Outcome struct {
	Job   sweep.Job // what the draws share; it has no seed
	Draws []*Draw   // one if nothing is random
	J, B  Spread    // over the draws
	// J and B over the least of the draw's rivals. NaN if there are none.
	OverJ, OverB Spread
	// Whether the median of J or of B is the least among the rivals, to nine digits. Several may
	// be equal.
	LeastJ, LeastB bool
	WinsJ, WinsB   int // on how many draws J or B is the least among the draw's rivals, likewise; 0 if there are none
}

// A Draw has the numbers of one draw. Those that do not exist are NaN. A J that is rounding is 0.
type Draw struct {
	Seed               *uint64 // nil if nothing is random
	J, B, OverJ, OverB float64 // OverJ and OverB are over the least of the rivals
}

// A match is what rivals have in common: a draw of a target, or the target over all its draws, T, and the steps a
// level; or the evaluations in place of both.
type match struct {
	target            string
	T, repeat, budget int
}

// Match is the same for outcomes that compete.
func (o Outcome) Match() any { return matchOf(o.Job.TargetName(), o.Job) }

func matchOf(target string, j sweep.Job) match {
	if j.Budget > 0 {
		return match{target: target, budget: j.Budget}
	}
	return match{target: target, T: j.T, repeat: j.Repeat}
}

// Summarize reads the rows of a sweep. Rows compete if they have the same draw of a target and the same T and steps a
// level, or the same evaluations, whatever else differs: two kernels do, two T do not.
func Summarize(rows []sweep.Row) Summary {
	s := Summary{Rows: len(rows)}
	type key struct {
		family, schedule string
		T, budget        int
	}
	rivals := map[match][]*Draw{}
	places := map[key]int{}
	for _, r := range rows {
		d := &Draw{Seed: r.Job.Seed, J: r.At("J"), B: r.At("B")}
		if math.IsNaN(d.J) || math.IsNaN(d.B) {
			s.Unmeasured = append(s.Unmeasured, r.Job)
		}
		if math.IsNaN(d.J) && math.IsNaN(d.B) {
			continue
		}
		m := matchOf(r.Job.TargetLabel(), r.Job)
		rivals[m] = append(rivals[m], d)
		j := r.Job
		j.Seed = nil
		k := key{j.Family(), j.Schedule, j.T, j.Budget}
		place, known := places[k]
		if !known {
			place = len(s.Outcomes)
			places[k] = place
			s.Outcomes = append(s.Outcomes, Outcome{Job: j})
		}
		s.Outcomes[place].Draws = append(s.Outcomes[place].Draws, d)
	}
	for _, draws := range rivals {
		setOverLeast(draws)
	}
	for i := range s.Outcomes {
		s.Outcomes[i].summarize()
	}
	markLeast(s.Outcomes)
	return s
}

// setOverLeast sets the quotients of draws that compete. A number without a rival has none.
func setOverLeast(draws []*Draw) {
	var js, bs []float64
	for _, d := range draws {
		js = append(js, d.J)
		bs = append(bs, d.B)
	}
	overJ, overB := overLeast(js), overLeast(bs)
	for i, d := range draws {
		d.OverJ, d.OverB = overJ[i], overB[i]
	}
}

// overLeast returns numbers over the least of them; NaN if only one is known. It is 1 if both are 0 or both are
// infinite.
func overLeast(numbers []float64) []float64 {
	known := slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	quotients := slices.Repeat([]float64{math.NaN()}, len(numbers))
	if len(known) < 2 {
		return quotients
	}
	least := slices.Min(known)
	for i, v := range numbers {
		quotients[i] = v / least
		if same(v, least) {
			quotients[i] = 1
		}
	}
	return quotients
}

// summarize sets what follows from the draws alone.
func (o *Outcome) summarize() {
	var js, bs, overJ, overB []float64
	for _, d := range o.Draws {
		js = append(js, d.J)
		bs = append(bs, d.B)
		overJ = append(overJ, d.OverJ)
		overB = append(overB, d.OverB)
		if same(d.OverJ, 1) {
			o.WinsJ++
		}
		if same(d.OverB, 1) {
			o.WinsB++
		}
	}
	o.J, o.B = spread(js), spread(bs)
	o.OverJ, o.OverB = spread(overJ), spread(overB)
}

// markLeast finds the least medians among the rivals.
func markLeast(all []Outcome) {
	places := make([]int, len(all))
	for i := range all {
		places[i] = i
	}
	for _, of := range experiments.GroupBy(places, func(i int) any { return all[i].Match() }) {
		leastJ, leastB := math.Inf(1), math.Inf(1)
		for _, i := range of {
			leastJ = least(leastJ, all[i].J.Q2)
			leastB = least(leastB, all[i].B.Q2)
		}
		for _, i := range of {
			all[i].LeastJ = !math.IsNaN(all[i].OverJ.Q2) && same(all[i].J.Q2, leastJ)
			all[i].LeastB = !math.IsNaN(all[i].OverB.Q2) && same(all[i].B.Q2, leastB)
		}
	}
}

// least is the smaller of two numbers, of which the second may be NaN.
func least(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

// Rivals reports whether others were run on this target at this T.
func (o Outcome) Rivals() bool { return !math.IsNaN(o.OverJ.Q2) || !math.IsNaN(o.OverB.Q2) }

// same reports whether two numbers are equal to nine digits, which J and B promise.
func same(a, b float64) bool {
	const sameDigits = 1e-9
	return a == b || math.Abs(a-b) <= sameDigits*max(math.Abs(a), math.Abs(b)) && !math.IsInf(a-b, 0)
}

// A Spread is the quartiles of some numbers; all the same if there is one number. NaN is no number, and all are NaN if
// there is none.
type Spread struct{ Q1, Q2, Q3 float64 }

func spread(xs []float64) Spread {
	xs = slices.DeleteFunc(xs, math.IsNaN)
	if len(xs) == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	}
	slices.Sort(xs)
	return Spread{evidence.Quantile(xs, 0.25), evidence.Quantile(xs, 0.5), evidence.Quantile(xs, 0.75)}
}
