package leaderboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/studies/run"
	"breadboard/reports/table"
)

// The ways to estimate that are compared, in the order of a tie.
var waysToEstimate = []string{oneChain, importance, annealing, smc}

// A best has the evaluations that are worth one exact draw of a function on a target, by way: of the kernel, the levels
// and the number of particles that are best there. +Inf is a way that was not tried.
type best struct {
	set, family, target, function string
	seed                          int
	price                         map[string]float64
}

// under reports whether one way takes fewer evaluations than another.
func (b best) under(one, other string) bool { return b.price[one] < b.price[other] }

// first is the way that takes the fewest.
func (b best) first() string {
	return slices.MinFunc(waysToEstimate, func(one, other string) int {
		return cmp.Compare(b.price[one], b.price[other])
	})
}

// twins reports whether two targets are one by other names: all prices are the same.
func (b best) twins(o best) bool {
	alike := func(way string) bool { return b.price[way] == o.price[way] }
	return b.set == o.set && b.family == o.family && b.function == o.function && b.family == counted &&
		!slices.ContainsFunc(waysToEstimate, func(way string) bool { return !alike(way) })
}

// A drawPrice is the price of a draw, by one of the counts.
type drawPrice func(Estimate) float64

func chargedDraw(r Estimate) float64 { return r.DrawCharged }

func freeDraw(r Estimate) float64 { return r.DrawFree }

// bests are those of each function on each target, with some kernels alone, or all that have estimates. A target that
// is another's twin is left out.
func bests(all []Estimate, price drawPrice, kernels ...string) (found []best) {
	type place struct {
		set, family, target string
		seed                int
		function            string
	}
	some := slices.DeleteFunc(slices.Clone(all), func(r Estimate) bool {
		return kernels != nil && !slices.Contains(kernels, r.Kernel)
	})
	for at, rows := range experiments.GroupBy(some, func(r Estimate) place {
		return place{r.Set, r.Family, r.Target, r.Seed, r.Function}
	}) {
		b := best{at.set, at.family, at.target, at.function, at.seed, map[string]float64{}}
		for _, way := range waysToEstimate {
			b.price[way] = math.Inf(1)
		}
		for _, r := range rows {
			way, _, _ := strings.Cut(r.Method, ":")
			if least, known := b.price[way]; known && price(r) < least {
				b.price[way] = price(r)
			}
		}
		if !slices.ContainsFunc(found, b.twins) {
			found = append(found, b)
		}
	}
	return found
}

// inSets counts some of the bests of a function: "3 of 5; 6 of 8", on the first set and on the other.
func inSets(all []best, is func(best) bool) string {
	var words []string
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		n, of := 0, 0
		for _, b := range all {
			if b.set == set {
				of++
				n += count(is(b))
			}
		}
		if of > 0 {
			words = append(words, fmt.Sprintf("%d of %d", n, of))
		}
	}
	return strings.Join(words, "; ")
}

// count is 1 for true.
func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// compared are the columns of both tables of ways.
func compared(all []best) (cells []any) {
	for _, pair := range [][]string{{annealing, oneChain}, {smc, annealing}, {smc, oneChain}, {importance, annealing}} {
		cells = append(cells, inSets(all, func(b best) bool { return b.under(pair[0], pair[1]) }))
	}
	return cells
}

// columnsOfWays are their heads.
func columnsOfWays(first ...string) []table.Column {
	return table.Columns(append(first, "annealing=annealing under a chain", "smc=SMC under annealing",
		"smc_chain=SMC under a chain", "importance=importance under annealing")...)
}

// families are all, as the tables of ways have them.
var families = append(slices.Clone(small), counted)

// waysByFamily says of each family and function which way takes fewer evaluations, each with its best kernel.
func waysByFamily(all []Estimate, price drawPrice) table.Table {
	t := table.Table{Title: "Which way takes fewer evaluations, each with its best kernel",
		Columns: columnsOfWays("targets", "h")}
	t.Columns = append(t.Columns, table.Columns("first=first of all")...)
	found := bests(all, price)
	for _, family := range families {
		for _, function := range []string{"logf", "side"} {
			some := slices.DeleteFunc(slices.Clone(found), func(b best) bool {
				return b.family != family || b.function != function
			})
			if len(some) > 0 {
				t.Add(append(append([]any{family, function}, compared(some)...), firstWays(some))...)
			}
		}
	}
	return t
}

// waysByKernel says the same of each kernel, over the targets whose states are cells or of counted spins.
func waysByKernel(all []Estimate, price drawPrice) table.Table {
	t := table.Table{Title: "Which way takes fewer evaluations, by kernel", Columns: columnsOfWays("kernel", "targets")}
	for _, kernel := range shown {
		found := bests(all, price, kernel)
		for _, are := range []string{"cells", counted} {
			some := slices.DeleteFunc(slices.Clone(found), func(b best) bool {
				return (b.family == counted) != (are == counted) || math.IsInf(b.price[smc], 1)
			})
			if len(some) > 0 {
				t.Add(append([]any{kernel, are}, compared(some)...)...)
			}
		}
	}
	return t
}

// firstWays counts who is first, on both sets: "importance 12, chain 4".
func firstWays(all []best) string {
	counts := map[string]int{}
	for _, b := range all {
		counts[b.first()]++
	}
	kinds := slices.Clone(waysToEstimate)
	slices.SortStableFunc(kinds, func(a, b string) int { return counts[b] - counts[a] })
	var words []string
	for _, way := range kinds {
		if counts[way] > 0 {
			words = append(words, fmt.Sprintf("%s %d", way, counts[way]))
		}
	}
	return strings.Join(words, ", ")
}
