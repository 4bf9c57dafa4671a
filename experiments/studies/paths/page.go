package paths

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/reports/study"
)

var groups = []string{"EASY RANDOM", "HARD RANDOM", "BARRIER", "posteriors", "surrogates", "spins"}

// group is what a row's target is one of.
func (r Row) group() string {
	switch i := slices.Index([]string{"easy", "hard", "barrier"}, r.Target); {
	case i >= 0:
		return groups[i]
	case r.Target == surrogate:
		return groups[4]
	case strings.Contains(r.Target, ":"):
		return groups[5]
	}
	return groups[3]
}

// rounding is the J below which a J is rounding alone.
const rounding = 1e-12

func ofJ(r Row) float64 { return max(r.J, rounding) }
func ofB(r Row) float64 { return r.B }

// like are the rows that have all that is not zero in a pattern, and are of its part, count, cost, dwell and error of
// log R, which may be zero.
func like(known []Row, group string, p Row) []Row {
	any := func(want, is string) bool { return want == "" || want == is }
	return slices.DeleteFunc(slices.Clone(known), func(r Row) bool {
		return r.group() != group || p.Part != r.Part || p.T != 0 && p.T != r.T || p.Budget != r.Budget ||
			p.Count != r.Count || p.Dwell != r.Dwell || p.Pilot != r.Pilot || p.Pilot == 0 && p.Off != r.Off ||
			p.Repeat != 0 && p.Repeat != r.Repeat ||
			!any(p.Kernel, r.Kernel) || !any(p.Bridge, r.Bridge) || !any(p.Schedule, r.Schedule)
	})
}

// over are the quotients of a value of two lists of rows, of the same targets in the same order; none if one of them
// was not run.
func over(of func(Row) float64, above, below []Row) (all []float64) {
	if len(above) != len(below) {
		return nil
	}
	for i, r := range above {
		all = append(all, of(r)/of(below[i]))
	}
	return all
}

// quantile is that of a list in any order; NaN of none.
func quantile(xs []float64, p float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	return evidence.Quantile(slices.Sorted(slices.Values(xs)), p)
}

// shown is a median, with the 95% interval of a bootstrap over targets; nothing if there are none.
func shown(xs []float64) string {
	if len(xs) == 0 {
		return ""
	}
	dice := rand.New(rand.NewPCG(1, 0))
	medians := make([]float64, 1000)
	again := make([]float64, len(xs))
	for i := range medians {
		for k := range again {
			again[k] = xs[dice.IntN(len(xs))]
		}
		medians[i] = quantile(again, 0.5)
	}
	if len(xs) == 1 {
		return fmt.Sprintf("%.3g", xs[0])
	}
	return fmt.Sprintf("%.3g [%.3g, %.3g]", quantile(xs, 0.5), quantile(medians, 0.025), quantile(medians, 0.975))
}

func above(xs []float64, high float64) (n int) {
	for _, x := range xs {
		if x > high {
			n++
		}
	}
	return n
}

// less is on how many targets a quotient is below 1 by more than rounding.
func less(xs []float64) int { return len(xs) - above(xs, 1-1e-9) }

// contests are the rows of each target at equal cost. A row whose J is rounding does not compete, nor one that could
// not be afforded, whose J is 0.
func contests(rows []Row) (all [][]Row) {
	for _, rivals := range experiments.GroupBy(rows, func(r Row) Row { return Row{Target: r.Target, Seed: r.Seed} }) {
		all = append(all, slices.DeleteFunc(rivals, func(r Row) bool { return r.J < rounding }))
	}
	return all
}

// winner is the row with the least of a value.
func winner(of func(Row) float64, rivals []Row) Row {
	return slices.MinFunc(rivals, func(a, b Row) int { return cmp.Compare(of(a), of(b)) })
}

// prices are the J of the choice by B over the least J, of settings at equal cost.
func prices(rows []Row) (all []float64) {
	for _, rivals := range contests(rows) {
		all = append(all, winner(ofB, rivals).J/winner(ofJ, rivals).J)
	}
	return all
}

// stands reports whether levels of the row's schedule stand at the target by design.
func (r Row) stands() bool { return r.Dwell > 0 || r.Schedule == early }

// atCost are the rows of the part equal at a cost; with the levels that stand at the target, or without.
func atCost(known []Row, group, count string, budget int, standing bool) []Row {
	return slices.DeleteFunc(slices.Clone(known), func(r Row) bool {
		return r.Part != "equal" || r.group() != group || r.Count != count || r.Budget != budget ||
			r.stands() && !standing
	})
}

// Names are the names of the files of Page.
var Names = []string{"arrival.svg", "bridges.svg", "front.svg", "paths.csv", "steps.svg"}

// Page shows the tables of the study, its figures, and all rows for programs.
func Page(rows []Row) (all study.Study) {
	all.People = tables(rows)
	lines := [][]string{strings.Fields(header)}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	all.Others = append(all.Others, display.Lines("paths.csv", lines))
	all.Others = append(all.Others, figures(rows)...)
	return all
}
