package ranking

import (
	"cmp"
	"math"
	"slices"

	"breadboard/experiments"
)

// An Answer says which of some rivals to take. All its J are medians over the draws.
type Answer struct {
	Best  Outcome // has the least J; of equal ones it is the first
	Other Outcome // is the default or the first of the sweep, or the second best if that is Best
	Less  float64 // is the part of J(Other) by which J(Best) is less; 0 if both are equal to nine digits
	// On how many of the draws Best has less J than Other, and how many draws have both.
	Wins, Draws int

	ByB  *Outcome // has the least B, and of equal ones the least J; nil if no two have a finite B
	More float64  // is J(ByB) over J(Best), less 1; 0 if both are equal to nine digits
}

// mostAnswers bounds the answers of a sweep of one target.
const mostAnswers = 3

// Answers returns an answer for the largest T, or numbers of evaluations, at which outcomes compete: the three largest
// in a sweep of one target, or the largest of each target.
func (s Summary) Answers() (all []Answer) {
	most := mostAnswers
	if Target.Differs(s.Outcomes) {
		most = 1
	}
	for _, of := range experiments.GroupBy(s.Outcomes, func(o Outcome) string { return Target.Of(o.Job) }) {
		var some []Answer
		for _, rivals := range experiments.GroupBy(of, Outcome.Match) {
			if a, ok := answer(rivals); ok {
				some = append(some, a)
			}
		}
		slices.SortStableFunc(some, func(a, b Answer) int {
			x, y := a.Best.Job, b.Best.Job
			return cmp.Or(x.Budget-y.Budget, x.T-y.T, x.Repeat-y.Repeat)
		})
		all = append(all, some[max(0, len(some)-most):]...)
	}
	return all
}

// answer compares outcomes of one Match. ok is false if fewer than two have a J, or none is finite.
func answer(rivals []Outcome) (a Answer, ok bool) {
	rivals = slices.DeleteFunc(slices.Clone(rivals), func(o Outcome) bool { return math.IsNaN(o.J.Q2) })
	best := slices.IndexFunc(rivals, func(o Outcome) bool { return o.LeastJ })
	if best < 0 || math.IsInf(rivals[best].J.Q2, 1) {
		return a, false
	}
	other := max(0, slices.IndexFunc(rivals, isDefault))
	if other == best {
		other = 1 - min(best, 1)
		for i, o := range rivals {
			if i != best && o.J.Q2 < rivals[other].J.Q2 {
				other = i
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

// isDefault reports whether an outcome has the names that a sweep has if none are given.
func isDefault(o Outcome) bool {
	d := experiments.Setting{Toy: o.Job.Toy}.WithDefaults()
	names := []Axis{Repeat, Kernel, Bridge, Initial, Schedule}
	named := o.Job
	named.Setting = d
	return o.Job.Program == "" && !slices.ContainsFunc(names, func(a Axis) bool { return a.Of(o.Job) != a.Of(named) })
}

// wins counts the draws that both have, and those on which a has less J than b.
func wins(a, b Outcome) (less, both int) {
	seed := func(d Draw) uint64 {
		if d.Seed == nil {
			return 0
		}
		return *d.Seed
	}
	js := map[uint64]float64{}
	for _, d := range b.Draws {
		js[seed(d)] = d.J
	}
	for _, d := range a.Draws {
		j, ok := js[seed(d)]
		if !ok || math.IsNaN(j) || math.IsNaN(d.J) {
			continue
		}
		both++
		if d.J < j && !same(d.J, j) {
			less++
		}
	}
	return less, both
}

// excess returns a/b - 1, and 0 of numbers that are equal to nine digits.
func excess(a, b float64) float64 {
	if same(a, b) {
		return 0
	}
	return a/b - 1
}
