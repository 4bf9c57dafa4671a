package foreign

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"breadboard/chains/evidence"
)

// counted counts what is seen of one fault: a row for each look and number of draws. bySeed has the looks of each seed,
// in one order.
func counted(sampler string, f fault, bySeed [][]Seen) (rows []Row) {
	for _, like := range inOrder(bySeed[0]) {
		r := Row{Sampler: sampler, Fault: f.name, Look: like.Look, N: like.N, Seeds: len(bySeed), P: math.NaN()}
		var ps []float64
		said := sayings{}
		for _, all := range bySeed {
			for _, s := range all {
				if s.Look != like.Look || s.N != like.N {
					continue
				}
				if s.Accused {
					r.Seen++
					said.add(s.Says)
					if f.cause != "" && strings.Contains(s.Says, f.cause) {
						r.Named++
					}
				}
				if s.Unclear {
					r.Unclear++
				}
				if !math.IsNaN(s.P) {
					ps = append(ps, s.P)
				}
			}
		}
		if ps != nil {
			r.P = evidence.Median(ps)
		}
		r.Says, r.Saying = said.most()
		rows = append(rows, r)
	}
	return rows
}

// inOrder are looks by their names, and by the number of draws.
func inOrder(all []Seen) []Seen {
	order := []string{byDraws, bySandwich, byKept, byLast, byLogZ}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Seen) int {
		return slices.Index(order, a.Look) - slices.Index(order, b.Look)
	})
	return sorted
}

// sayings counts sentences that differ in their numbers alone as one.
type sayings struct {
	kinds []string // without numbers, in the order in which they came
	first map[string]string
	times map[string]int
}

var numbers = regexp.MustCompile(`-?[0-9][0-9.]*`)

func (s *sayings) add(says string) {
	kind := kindOf(says)
	if s.times == nil {
		s.first = map[string]string{}
		s.times = map[string]int{}
	}
	if s.times[kind] == 0 {
		s.kinds = append(s.kinds, kind)
		s.first[kind] = says
	}
	s.times[kind]++
}

// kindOf is a sentence without its numbers.
func kindOf(says string) string { return numbers.ReplaceAllString(says, "0") }

// most returns the sentence that comes most often, as it came first, and how often. Of two the first counts.
func (s *sayings) most() (says string, times int) {
	for _, kind := range s.kinds {
		if s.times[kind] > times {
			says = s.first[kind]
			times = s.times[kind]
		}
	}
	return says, times
}
