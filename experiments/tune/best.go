package tune

import (
	"cmp"
	"math"
	"slices"

	"breadboard/experiments"
)

// A Best is the best setting of a target at a price, by one goal, over all kernels and bridges.
type Best struct {
	Row
	OverLeast float64 // its J over the least J that was found at the price: what choosing by B costs; NaN without it
}

// Bests are the best rows, by targets, prices and goals, in the order of the jobs. rows are those of all jobs. Where a
// setting for several targets has less J on one of them than was found for it alone, that is its best.
func Bests(rows []Row) (all []Best) {
	searches := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return r.Job.Part != Everything || r.Job.Panel != nil
	})
	for _, rivals := range experiments.GroupBy(searches, questionOf) {
		best := slices.MinFunc(rivals, byGoal)
		all = append(all, Best{Row: best.orShared(rows)})
	}
	for i, b := range all {
		all[i].OverLeast = b.overLeast(all)
	}
	return all
}

// orShared is the row, or the setting of a panel on its target if that has less J.
func (r Row) orShared(rows []Row) Row {
	if r.Job.Goal != ByJ {
		return r
	}
	for _, s := range rows {
		if s.Job.Panel == nil || s.Job.Cost != r.Job.Cost {
			continue
		}
		for k, target := range s.Job.Panel.Targets {
			o := s.Together.On[k]
			if !sameTarget(target, r.Job.Setting) || !(o.J < r.J*(1-slack)) {
				continue
			}
			r.Setting = onTarget(target, s.Setting)
			r.J = o.J
			r.B = o.B
			r.Cost = o.Cost
			r.Moves = s.Moves
			r.Moved = o.Moved
			r.Accepted = o.Accepted
		}
	}
	return r
}

// byGoal orders rows of one goal by its value.
func byGoal(a, b Row) int { return cmp.Compare(a.Value(), b.Value()) }

// overLeast is J of the row over the least J of its target at its price; NaN if that was not looked for.
func (r Row) overLeast(bests []Best) float64 {
	for _, b := range bests {
		if sameTarget(b.Job.Setting, r.Job.Setting) && b.Job.Cost == r.Job.Cost && b.Job.Goal == ByJ {
			return OverLeast(float64(r.J), float64(b.J))
		}
	}
	return math.NaN()
}

// questionOf is what a search is asked, whatever its kernel and its bridge. Of those with the same question one is the
// best.
func questionOf(r Row) string {
	j := r.Job
	j.Kernel = ""
	j.Bridge = ""
	return j.String()
}

// sameTarget reports whether two settings are on one target, from one initial density.
func sameTarget(a, b experiments.Setting) bool {
	return a.TargetLabel() == b.TargetLabel() && a.Initial == b.Initial
}

// An Alone is what choosing one part is worth at a price, with all else plain.
type Alone struct {
	Row
	OverLeast float64 // its J over the least J that was found at the price
}

// Alones are the best rows of each part, and the plain setting, by targets and prices.
func Alones(rows []Row) (all []Alone) {
	bests := Bests(rows)
	parts := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return r.Job.Part == Everything || r.Job.Panel != nil
	})
	for _, rivals := range experiments.GroupBy(parts, questionOf) {
		least := slices.MinFunc(rivals, byGoal)
		all = append(all, Alone{Row: least, OverLeast: least.overLeast(bests)})
	}
	return all
}
