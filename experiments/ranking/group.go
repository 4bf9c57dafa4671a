package ranking

import (
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// A Group is one row of a figure: a target, or all draws of a random toy, with
// everything the same except the schedule and T.
type Group struct {
	Name    string    // what tells it from the others
	Cell    sweep.Job // what its jobs share
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
	OverJ, OverB Spread // J and B over the least of the same contest
}

// A Spread is the quartiles and the largest of some numbers; all the same if there is
// one number.
type Spread struct{ Q1, Q2, Q3, Max float64 }

// spread sorts xs.
func spread(xs []float64) Spread {
	slices.Sort(xs)
	return Spread{quantile(xs, 0.25), quantile(xs, 0.5), quantile(xs, 0.75), xs[len(xs)-1]}
}

// groups collects the contests of each group, and names the groups.
func groups(all []Contest) []Group {
	var order []string
	of := map[string][]Contest{}
	for _, c := range all {
		key := groupKey(c.Cell)
		if of[key] == nil {
			order = append(order, key)
		}
		of[key] = append(of[key], c)
	}
	out := make([]Group, len(order))
	for i, key := range order {
		out[i] = group(of[key])
	}
	for i := range out {
		out[i].Name = nameAmong(out, out[i])
	}
	return out
}

// groupKey is the same for the jobs of a group.
func groupKey(j sweep.Job) string {
	j.Seed, j.T = nil, 0
	return j.Family()
}

// group draws a line for each schedule of the contests.
func group(all []Contest) Group {
	g := Group{Cell: all[0].Cell}
	g.Cell.Seed, g.Cell.T = nil, 0
	targets := map[string]bool{}
	var schedules []string
	byT := map[int][]Contest{}
	for _, c := range all {
		targets[c.Cell.TargetKey()] = true
		byT[c.Cell.T] = append(byT[c.Cell.T], c)
		for _, e := range c.Entries {
			if !slices.Contains(schedules, e.Schedule) {
				schedules = append(schedules, e.Schedule)
			}
		}
	}
	g.Targets = len(targets)
	var ts []int
	for T := range byT {
		ts = append(ts, T)
	}
	slices.Sort(ts)
	for _, s := range schedules {
		line := Line{Schedule: s}
		for _, T := range ts {
			if p, ok := point(s, T, byT[T]); ok {
				line.Points = append(line.Points, p)
			}
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

// point is a schedule's in the contests at one T; ok is false if it was in none.
func point(schedule string, T int, all []Contest) (p Point, ok bool) {
	var j, b, overJ, overB []float64
	for _, c := range all {
		leastJ, leastB := c.Winner(experiments.J).J, c.Winner(experiments.B).B
		for _, e := range c.Entries {
			if e.Schedule == schedule {
				j, b = append(j, e.J), append(b, e.B)
				overJ, overB = append(overJ, over(e.J, leastJ)), append(overB, over(e.B, leastB))
			}
		}
	}
	if len(j) == 0 {
		return Point{}, false
	}
	return Point{T, len(j), spread(j), spread(b), spread(overJ), spread(overB)}, true
}

// nameAmong names a group by its target and by what is not the same in all.
func nameAmong(all []Group, g Group) string {
	words := []string{g.Cell.TargetName()}
	for _, part := range []func(sweep.Job) string{
		func(j sweep.Job) string { return j.Kernel },
		func(j sweep.Job) string { return j.Bridge },
		func(j sweep.Job) string { return j.Initial },
		sweep.Job.Skipped,
	} {
		here := part(g.Cell)
		if slices.ContainsFunc(all, func(o Group) bool { return part(o.Cell) != here }) && here != "" {
			words = append(words, here)
		}
	}
	return strings.Join(words, ", ")
}

// names finds the name of a job's group.
func names(all []Group) func(sweep.Job) string {
	of := map[string]string{}
	for _, g := range all {
		of[groupKey(g.Cell)] = g.Name
	}
	return func(j sweep.Job) string { return of[groupKey(j)] }
}
