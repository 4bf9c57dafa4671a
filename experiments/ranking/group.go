package ranking

import (
	"iter"
	"slices"
	"strings"

	"breadboard/experiments/sweep"
)

// A Group is a setting: a target, or all draws of a random toy. Only the schedule and T
// differ in it.
type Group struct {
	Name    string    // what tells it from the others
	Job     sweep.Job // what its jobs share
	Targets int       // draws; 1 if nothing is random
}

// A Spread is the quartiles and the largest of some numbers; all the same if there is
// one number.
type Spread struct{ Q1, Q2, Q3, Max float64 }

func spread(xs []float64) Spread {
	slices.Sort(xs)
	return Spread{quantile(xs, 0.25), quantile(xs, 0.5), quantile(xs, 0.75), xs[len(xs)-1]}
}

// groups collects the contests of each group, and names the groups.
func groups(all []Contest) []Group {
	var out []Group
	for _, of := range GroupBy(all, func(c Contest) string { return groupKey(c.Job) }) {
		out = append(out, group(of))
	}
	name := namesAmong(out)
	for i := range out {
		out[i].Name = name(out[i].Job)
	}
	return out
}

// groupKey is a key that the jobs of a group share.
func groupKey(j sweep.Job) string {
	j.Seed, j.T = nil, 0
	return j.Family()
}

// group counts the draws of some contests.
func group(all []Contest) Group {
	g := Group{Job: all[0].Job}
	g.Job.Seed, g.Job.T = nil, 0
	for range GroupBy(all, func(c Contest) string { return c.Job.TargetKey() }) {
		g.Targets++
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

// parts are the settings that may tell a group from others with its target.
var parts = []func(sweep.Job) string{
	func(j sweep.Job) string { return j.Kernel },
	func(j sweep.Job) string { return j.Bridge },
	func(j sweep.Job) string { return j.Initial },
	sweep.Job.Skipped,
	sweep.Job.ProgramName,
}

// namesAmong names a group by its target and by the settings in which some of the groups differ.
func namesAmong(all []Group) func(sweep.Job) string {
	var differ []func(sweep.Job) string
	for _, part := range parts {
		if slices.ContainsFunc(all, func(g Group) bool { return part(g.Job) != part(all[0].Job) }) {
			differ = append(differ, part)
		}
	}
	return func(j sweep.Job) string {
		words := []string{j.TargetName()}
		for _, part := range differ {
			if here := part(j); here != "" {
				words = append(words, here)
			}
		}
		return strings.Join(words, ", ")
	}
}

// names finds the name of a job's group.
func names(all []Group) func(sweep.Job) string {
	of := map[string]string{}
	for _, g := range all {
		of[groupKey(g.Job)] = g.Name
	}
	return func(j sweep.Job) string { return of[groupKey(j)] }
}
