package ranking

import (
	"iter"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// A Group is one row of a figure: a target, or all draws of a random toy. Only the
// schedule and T differ in it.
type Group struct {
	Name    string    // what tells it from the others
	Job     sweep.Job // what its jobs share
	Targets int       // draws; 1 if nothing is random
	Lines   []Line    // one a schedule, in the order of the sweep
}

// A Line is a schedule in a group, against T.
type Line struct {
	Schedule string
	Points   []Point // T rising
}

// A Point is a schedule at one T over the draws of a group.
type Point struct {
	T            int
	Draws        int
	J, B         Spread
	OverJ, OverB Spread // J and B over the least in the same contest; NaN without a rival in any
}

// A Spread is the quartiles and the largest of some numbers; all the same if there is
// one number, and NaN if there is none.
type Spread struct{ Q1, Q2, Q3, Max float64 }

// spread leaves NaN out.
func spread(xs []float64) Spread {
	xs = slices.DeleteFunc(xs, math.IsNaN)
	if len(xs) == 0 {
		nan := math.NaN()
		return Spread{nan, nan, nan, nan}
	}
	slices.Sort(xs)
	return Spread{quantile(xs, 0.25), quantile(xs, 0.5), quantile(xs, 0.75), xs[len(xs)-1]}
}

// groups collects the contests of each group, and names the groups.
func groups(all []Contest) []Group {
	var out []Group
	for _, of := range GroupBy(all, func(c Contest) string { return groupKey(c.Job) }) {
		out = append(out, group(of))
	}
	for i := range out {
		out[i].Name = nameAmong(out, out[i])
	}
	return out
}

// groupKey is a key that the jobs of a group share.
func groupKey(j sweep.Job) string {
	j.Seed, j.T = nil, 0
	return j.Family()
}

// group draws a line for each schedule of the contests.
func group(all []Contest) Group {
	g := Group{Job: all[0].Job}
	g.Job.Seed, g.Job.T = nil, 0
	for range GroupBy(all, func(c Contest) string { return c.Job.TargetKey() }) {
		g.Targets++
	}
	type result struct {
		schedule string
		T        int
		numbers  [4]float64 // of Point
	}
	var results []result
	for _, c := range all {
		leastJ, leastB := c.Winner(experiments.J).J, c.Winner(experiments.B).B
		for _, e := range c.Entries {
			numbers := [4]float64{e.J, e.B, over(e.J, leastJ), over(e.B, leastB)}
			if len(c.Entries) == 1 { // the least of one is no comparison
				numbers[2], numbers[3] = math.NaN(), math.NaN()
			}
			results = append(results, result{e.Schedule, c.Job.T, numbers})
		}
	}
	for schedule, drawn := range GroupBy(results, func(r result) string { return r.schedule }) {
		line := Line{Schedule: schedule}
		for T, at := range GroupBy(drawn, func(r result) int { return r.T }) {
			var of [4][]float64
			for _, r := range at {
				for i, v := range r.numbers {
					of[i] = append(of[i], v)
				}
			}
			line.Points = append(line.Points,
				Point{T, len(at), spread(of[0]), spread(of[1]), spread(of[2]), spread(of[3])})
		}
		slices.SortFunc(line.Points, func(a, b Point) int { return a.T - b.T })
		g.Lines = append(g.Lines, line)
	}
	return g
}

// GroupBy yields the keys in the order in which each came first, with all items that have it.
func GroupBy[K comparable, V any](all []V, key func(V) K) iter.Seq2[K, []V] {
	var order []K
	of := map[K][]V{}
	for _, v := range all {
		k := key(v)
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], v)
	}
	return func(yield func(K, []V) bool) {
		for _, k := range order {
			if !yield(k, of[k]) {
				return
			}
		}
	}
}

// nameAmong names a group by its target and by the settings that differ between groups.
func nameAmong(all []Group, g Group) string {
	words := []string{g.Job.TargetName()}
	for _, part := range []func(sweep.Job) string{
		func(j sweep.Job) string { return j.Kernel },
		func(j sweep.Job) string { return j.Bridge },
		func(j sweep.Job) string { return j.Initial },
		sweep.Job.Skipped,
		sweep.Job.ProgramName,
	} {
		here := part(g.Job)
		if slices.ContainsFunc(all, func(o Group) bool { return part(o.Job) != here }) && here != "" {
			words = append(words, here)
		}
	}
	return strings.Join(words, ", ")
}

// names finds the name of a job's group.
func names(all []Group) func(sweep.Job) string {
	of := map[string]string{}
	for _, g := range all {
		of[groupKey(g.Job)] = g.Name
	}
	return func(j sweep.Job) string { return of[groupKey(j)] }
}
