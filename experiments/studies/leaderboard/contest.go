package leaderboard

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
)

// A contest is the kernels that have numbers on a target. Kernels with the same steps are one.
type contest struct {
	set, family, target string
	rows                []Row
}

// clusters are the kernels that move along a target's bonds.
var clusters = []string{"swendsen-wang", "wolff"}

// contests are those on all targets, with or without the clusters.
func contests(rows []Row, withClusters bool) (all []contest) {
	without := []string{gradientAsOne}
	if !withClusters {
		without = append(without, clusters...)
	}
	return contestsWithout(rows, without...)
}

// contestsWithout leaves out some kernels.
func contestsWithout(rows []Row, kernels ...string) (all []contest) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return r.Left != "" || r.Same != "" || slices.Contains(kernels, r.Kernel)
	})
	type place struct {
		set, family, target string
		seed                int
	}
	for at, some := range experiments.GroupBy(rows, func(r Row) place {
		return place{r.Set, r.Family, r.Target, r.Seed}
	}) {
		name := at.target
		if at.seed > 0 {
			name = fmt.Sprintf("%s, seed %d", at.target, at.seed)
		}
		all = append(all, contest{at.set, at.family, name, some})
	}
	return all
}

// ofFamilies are those of a set and of some families.
func ofFamilies(all []contest, set string, families ...string) []contest {
	return slices.DeleteFunc(slices.Clone(all), func(c contest) bool {
		return c.set != set || !slices.Contains(families, c.family)
	})
}

// A measure is a number of a row, the less the better.
type measure struct {
	name string
	of   func(Row) float64
}

// relaxation is the number of evaluations in which a chain forgets: the cost of a step over the gap.
func relaxation(r Row) float64 {
	if r.Gap <= 0 {
		return math.Inf(1)
	}
	return r.Cost / r.Gap
}

var (
	byGap         = measure{"gap", relaxation}
	byRESS        = measure{"RESS", func(r Row) float64 { return 1 / r.RESSLogF }}
	byChain       = measure{"J of a chain, 100", func(r Row) float64 { return max(r.JChain100, run.Negligible) }}
	byCharged     = measure{"J, 100 charged", func(r Row) float64 { return max(r.JCharged100, run.Negligible) }}
	byFree        = measure{"J, 100 free", func(r Row) float64 { return max(r.JFree100, run.Negligible) }}
	byCharged1000 = measure{"J, 1000 charged", func(r Row) float64 { return max(r.JCharged1000, run.Negligible) }}
	byFree1000    = measure{"J, 1000 free", func(r Row) float64 { return max(r.JFree1000, run.Negligible) }}
)

// byAnnealing are J of an annealing at both prices, with its weights charged and free.
var byAnnealing = []measure{byCharged, byFree, byCharged1000, byFree1000}

// firsts are the kernels that no other is better than.
func (c contest) firsts(m measure) (kernels []string) {
	least := math.Inf(1)
	for _, r := range c.rows {
		least = min(least, m.of(r))
	}
	for _, r := range c.rows {
		if m.of(r) == least {
			kernels = append(kernels, r.Kernel)
		}
	}
	return kernels
}

// row is that of a kernel.
func (c contest) row(kernel string) (r Row, ok bool) {
	i := slices.IndexFunc(c.rows, func(r Row) bool { return r.Kernel == kernel })
	if i < 0 {
		return r, false
	}
	return c.rows[i], true
}

// place is that of a kernel by a measure, from 1.
func (c contest) place(kernel string, m measure) int {
	own, _ := c.row(kernel)
	place := 1
	for _, r := range c.rows {
		if m.of(r) < m.of(own) {
			place++
		}
	}
	return place
}

// over is how many times the least a kernel has.
func (c contest) over(kernel string, m measure) float64 {
	own, _ := c.row(kernel)
	first, _ := c.row(c.firsts(m)[0])
	return m.of(own) / m.of(first)
}

// tally says which kernels are first, on how many of some targets: "wolff 6, swendsen-wang 2". If several are, each
// counts.
func tally(all []contest, m measure) string {
	counts := map[string]int{}
	var kernels []string
	for _, c := range all {
		for _, kernel := range c.firsts(m) {
			if counts[kernel] == 0 {
				kernels = append(kernels, kernel)
			}
			counts[kernel]++
		}
	}
	slices.SortStableFunc(kernels, func(a, b string) int { return counts[b] - counts[a] })
	var words []string
	for _, kernel := range kernels {
		words = append(words, fmt.Sprintf("%s %d", kernel, counts[kernel]))
	}
	return strings.Join(words, ", ")
}

// placeOfFirst says where the first by one measure stands by another: its place in the median and at worst, and how
// many times the least it has, likewise.
func placeOfFirst(all []contest, first, by measure) (place, over string) {
	var places, overs []float64
	for _, c := range all {
		kernel := c.firsts(first)[0]
		places = append(places, float64(c.place(kernel, by)))
		overs = append(overs, c.over(kernel, by))
	}
	return fmt.Sprintf("%.2g; %.2g", evidence.Median(places), slices.Max(places)),
		fmt.Sprintf("%.2g; %.2g", evidence.Median(overs), slices.Max(overs))
}
