package enumerate

import (
	"math"
	"slices"
)

// proposed returns the probability of proposing each end, from all ways of a start, sorted. A way proposes its end by
// all its choices but the last comparison, if the program stays on the other side of that. An end that another way
// leads to, as one that tries again, has none.
func proposed[E comparable](ways []Run[E], stays E) map[E]float64 {
	elsewhere := make([]int, len(ways)+1) // the number of ways before each that do not stay
	for n, w := range ways {
		elsewhere[n+1] = elsewhere[n]
		if w.End != stays {
			elsewhere[n+1]++
		}
	}
	q := map[E]float64{}
	for _, w := range ways {
		q[w.End] += w.proposes(ways, elsewhere)
	}
	for end, p := range q {
		if end == stays || math.IsNaN(p) {
			delete(q, end)
		}
	}
	return q
}

// proposes returns the probability that a way proposes its end; NaN if it is of another form.
func (r Run[E]) proposes(ways []Run[E], elsewhere []int) float64 {
	last := len(r.Choices) - 1
	for last >= 0 && !(r.Choices[last].Compared && len(r.Choices[last].Odds) == 2) {
		last--
	}
	if last < 0 {
		return math.NaN()
	}
	other := slices.Clone(r.Outcomes[:last+1])
	other[last] = 1 - other[last]
	first := before(ways, other)
	other[last]++
	end := before(ways, other)
	refused := first < end && elsewhere[first] == elsewhere[end]
	never := r.Choices[last].Odds[1-r.Outcomes[last]] == 0
	if !refused && !never {
		return math.NaN()
	}
	return r.P() / r.Choices[last].Odds[r.Outcomes[last]]
}

// before returns the number of sorted ways that come before some outcomes.
func before[E comparable](ways []Run[E], outcomes []int) int {
	at, _ := slices.BinarySearchFunc(ways, outcomes, func(r Run[E], outcomes []int) int {
		return slices.Compare(r.Outcomes, outcomes)
	})
	return at
}
