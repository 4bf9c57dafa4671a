package experiments

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A Summary is what a sweep says of its schedules.
type Summary struct {
	Groups     []Group
	Contests   []Contest // all, also those of one schedule
	All        Agreement
	Open       *Agreement // without Best; nil where they were not asked for, or nothing else was
	Rows       int
	Unmeasured []Cell // those without J and B, which are left out of everything

	name func(Cell) string // of its group
}

// A Group is what one row of a figure shows: a target, or all draws of a random
// toy, with all else the same but the schedule and T.
type Group struct {
	Name    string // what tells it from the others
	Cell    Cell   // what its cells share
	Targets int    // draws; 1 where nothing is random
	Lines   []Line // one a schedule, in the order of the sweep
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

// A Spread is the quartiles and the largest of some numbers; all the same where
// there is one.
type Spread struct{ Q1, Q2, Q3, Max float64 }

// Summarize reads the rows of a sweep. Its J is that of the target's cell, so that
// kernels which extend the state are told from others by the same number. The order of groups and of schedules is
// that of the rows; the same rows give the same summary.
func Summarize(rows []Row) Summary {
	s := Summary{Rows: len(rows)}
	var measured []Row
	for _, r := range rows {
		if math.IsNaN(r.At("j_cell")) || math.IsNaN(r.At("B")) {
			s.Unmeasured = append(s.Unmeasured, r.Cell)
			continue
		}
		measured = append(measured, r)
	}
	all := contests(measured)
	s.Contests, s.Groups = all, groups(all)
	s.name = names(s.Groups)
	s.All = agree(all, s.name, nil)
	var open []Contest
	taken := false
	for _, c := range all {
		rest := c.open()
		taken = taken || len(rest.Entries) < len(c.Entries)
		open = append(open, rest)
	}
	if a := agree(open, s.name, Best); taken && len(a.Contests) > 0 {
		s.Open = &a
	}
	return s
}

// groupKey is the same for the cells of a group.
func groupKey(c Cell) string {
	c.Seed, c.T = nil, 0
	return c.Family()
}

// groups collects the contests of each group.
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
	differ(out)
	return out
}

// numbers are those of a schedule at one T.
type numbers struct{ j, b, overJ, overB []float64 }

func group(all []Contest) Group {
	g := Group{Cell: all[0].Cell}
	g.Cell.Seed, g.Cell.T = nil, 0
	type id struct {
		schedule string
		T        int
	}
	targets, of := map[string]bool{}, map[id]*numbers{}
	var schedules []string
	var ts []int
	for _, c := range all {
		targets[target(c.Cell)] = true
		ts = append(ts, c.Cell.T)
		leastJ, leastB := c.Winner(J).J, c.Winner(B).B
		for _, e := range c.Entries {
			k := id{e.Schedule, c.Cell.T}
			if of[k] == nil {
				of[k] = new(numbers)
				schedules = append(schedules, e.Schedule)
			}
			of[k].add(e.J, e.B, over(e.J, leastJ), over(e.B, leastB))
		}
	}
	g.Targets = len(targets)
	for _, s := range distinct(schedules) {
		line := Line{Schedule: s}
		for _, T := range slices.Sorted(slices.Values(distinct(ts))) {
			if n := of[id{s, T}]; n != nil {
				line.Points = append(line.Points, n.point(T))
			}
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

// distinct leaves the first of equal ones.
func distinct[T comparable](xs []T) []T {
	seen := map[T]bool{}
	return slices.DeleteFunc(slices.Clone(xs), func(x T) bool {
		again := seen[x]
		seen[x] = true
		return again
	})
}

func (n *numbers) add(j, b, overJ, overB float64) {
	n.j, n.b = append(n.j, j), append(n.b, b)
	n.overJ, n.overB = append(n.overJ, overJ), append(n.overB, overB)
}

func (n *numbers) point(T int) Point {
	return Point{T, len(n.j), spread(n.j), spread(n.b), spread(n.overJ), spread(n.overB)}
}

// spread sorts xs.
func spread(xs []float64) Spread {
	slices.Sort(xs)
	return Spread{quantile(xs, 0.25), quantile(xs, 0.5), quantile(xs, 0.75), xs[len(xs)-1]}
}

// differ names groups by their targets and by what is not the same in all.
func differ(all []Group) {
	parts := []func(Cell) string{
		func(c Cell) string { return c.Kernel },
		func(c Cell) string { return c.Bridge },
		func(c Cell) string { return c.Initial },
		func(c Cell) string { return map[bool]string{true: "without the last kernel"}[c.SkipLast] },
	}
	for i := range all {
		words := []string{all[i].Cell.TargetName()}
		for _, part := range parts {
			here := part(all[i].Cell)
			if slices.ContainsFunc(all, func(g Group) bool { return part(g.Cell) != here }) && here != "" {
				words = append(words, here)
			}
		}
		all[i].Name = strings.Join(words, ", ")
	}
}

// GroupName is the name of the group that a cell is in, or that of its target
// where no cell of the group was measured.
func (s Summary) GroupName(c Cell) string { return cmp.Or(s.name(c), c.TargetName()) }

// names finds the name of a cell's group.
func names(all []Group) func(Cell) string {
	of := map[string]string{}
	for _, g := range all {
		of[groupKey(g.Cell)] = g.Name
	}
	return func(c Cell) string { return of[groupKey(c)] }
}
