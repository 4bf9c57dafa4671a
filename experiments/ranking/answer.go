package ranking

import (
	"math"
	"slices"

	"breadboard/experiments"
)

// An Answer says which of some rivals to use. Each J is a median over the draws.
type Answer struct {
	Best  Outcome // has the least J; the first of equal ones
	Other Outcome // the first of the sweep, or the second best if the first is Best
	Less  float64 // 1 - J(Best)/J(Other)
	// Wins counts the seeds on which Best has less J than Other, and Draws the seeds that have both.
	Wins, Draws int

	ByB  *Outcome // has the least B, and of equal ones the least J; nil if no two have a finite B
	More float64  // J(ByB)/J(Best) - 1
}

// Answers returns an answer for each target, at the largest T, or number of evaluations, at which outcomes compete.
func (s Summary) Answers() (all []Answer) {
	for _, of := range experiments.GroupBy(s.Outcomes, func(o Outcome) string { return Target.ValueOf(o.Job) }) {
		var last *Answer
		for _, rivals := range experiments.GroupBy(of, Outcome.Match) {
			a, ok := answer(rivals)
			if ok && (last == nil || a.Best.longer(last.Best)) {
				last = &a
			}
		}
		if last != nil {
			all = append(all, *last)
		}
	}
	return all
}

// longer reports whether an outcome has more evaluations, a larger T, or more steps a level.
func (o Outcome) longer(than Outcome) bool {
	a, b := o.Job, than.Job
	return slices.Compare([]int{a.Budget, a.T, a.Repeat}, []int{b.Budget, b.T, b.Repeat}) > 0
}

// answer compares outcomes of one Match. ok is false if fewer than two have a J, or no J is finite.
func answer(rivals []Outcome) (a Answer, ok bool) {
	rivals = slices.DeleteFunc(slices.Clone(rivals), func(o Outcome) bool { return math.IsNaN(o.J.Q2) })
	best := slices.IndexFunc(rivals, func(o Outcome) bool { return o.LeastJ })
	if best < 0 || math.IsInf(rivals[best].J.Q2, 1) {
		return a, false
	}
	other := 0
	if best == 0 {
		other = 1
		for i, o := range rivals[1:] {
			if o.J.Q2 < rivals[other].J.Q2 {
				other = 1 + i
			}
		}
	}
	a.Best, a.Other = rivals[best], rivals[other]
	a.Less = -excess(a.Best.J.Q2, a.Other.J.Q2)
	a.Wins, a.Draws = wins(a.Best, a.Other)
	for i, o := range rivals {
		if o.LeastB && !math.IsInf(o.B.Q2, 1) && (a.ByB == nil || o.J.Q2 < a.ByB.J.Q2) {
			a.ByB = &rivals[i]
			a.More = excess(o.J.Q2, a.Best.J.Q2)
		}
	}
	return a, true
}

// wins counts the seeds that both have, and the seeds on which a has less J than b.
func wins(a, b Outcome) (less, both int) {
	js := map[uint64]float64{}
	for _, d := range b.Draws {
		if d.Seed != nil && !math.IsNaN(d.J) {
			js[*d.Seed] = d.J
		}
	}
	for _, d := range a.Draws {
		if d.Seed == nil || math.IsNaN(d.J) {
			continue
		}
		if j, ok := js[*d.Seed]; ok {
			both++
			if d.J < j {
				less++
			}
		}
	}
	return less, both
}

// excess returns a/b - 1, and 0 for equal numbers.
func excess(a, b float64) float64 {
	if a == b {
		return 0
	}
	return a/b - 1
}
