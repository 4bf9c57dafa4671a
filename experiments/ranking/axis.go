package ranking

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// An Axis is one of the names in which the jobs of a sweep may differ. The seed is none: the
// draws of a target are a sample, and not alternatives.
type Axis struct {
	Name string
	Of   func(sweep.Job) string // the job's name on the axis
}

// The axes.
var (
	Target   = Axis{"target", sweep.Job.TargetName}
	Budget   = Axis{"evaluations", func(j sweep.Job) string { return strconv.Itoa(j.Budget) }}
	Levels   = Axis{"T", func(j sweep.Job) string { return strconv.Itoa(j.T) }}
	Kernel   = Axis{"kernel", func(j sweep.Job) string { return j.Kernel }}
	Repeat   = Axis{"repeat", func(j sweep.Job) string { return strconv.Itoa(j.Repeat) }}
	Bridge   = Axis{"bridge", func(j sweep.Job) string { return j.Bridge }}
	Initial  = Axis{"initial", func(j sweep.Job) string { return j.Initial }}
	Schedule = Axis{"schedule", func(j sweep.Job) string { return j.Schedule }}
	Program  = Axis{"program", sweep.Job.ProgramName}
)

// Axes lists them in the order of tables: what is sampled and at what length, and then the ways
// of sampling it, which compete.
var Axes = []Axis{Target, Budget, Levels, Repeat, Kernel, Bridge, Initial, Schedule, Program}

// Values returns the names on the axis, in the order in which they come first.
func (a Axis) Values(all []Outcome) (names []string) {
	for name := range experiments.GroupBy(all, func(o Outcome) string { return a.Of(o.Job) }) {
		names = append(names, name)
	}
	return names
}

// Differs reports whether some outcomes have different names on the axis.
func (a Axis) Differs(all []Outcome) bool {
	return slices.ContainsFunc(all, func(o Outcome) bool { return a.Of(o.Job) != a.Of(all[0].Job) })
}

// Varying returns the axes in which some outcomes differ, in the order of Axes. Initial densities are none of them if
// each target has its own alone: its name says which.
func Varying(all []Outcome) (some []Axis) {
	for _, a := range Axes {
		if a.Differs(all) && (a.Name != Initial.Name || !OwnInitials(all)) {
			some = append(some, a)
		}
	}
	return some
}

// OwnInitials reports whether the initial densities differ from target to target, and only so.
func OwnInitials(all []Outcome) bool {
	for _, of := range experiments.GroupBy(all, func(o Outcome) string { return Target.Of(o.Job) }) {
		if Initial.Differs(of) {
			return false
		}
	}
	return Initial.Differs(all)
}

// Numbers returns the number of each name if they differ in a number at the end alone, as in lazy:0.1,
// lazy:0.5, and what comes before it, lazy: here. A number alone has nothing before it. ok is
// false if the names are not of this form.
func Numbers(names []string) (before string, numbers []float64, ok bool) {
	for i, name := range names {
		cut := strings.LastIndexByte(name, ':') + 1
		v, err := strconv.ParseFloat(name[cut:], 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || i > 0 && name[:cut] != before {
			return "", nil, false
		}
		before = name[:cut]
		numbers = append(numbers, v)
	}
	return before, numbers, len(names) > 0
}
