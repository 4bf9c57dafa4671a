package ranking

import (
	"slices"
	"strconv"

	"breadboard/experiments/sweep"
)

// An Axis is one of the names in which the jobs of a sweep may differ. The seed is no axis: the draws of a target are a
// sample, and not alternatives.
type Axis struct {
	Name    string
	ValueOf func(sweep.Job) string // the job's name on the axis
}

// Target and the others are the axes.
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

// Axes lists all axes in the order of tables: first what is sampled and at what length, then the ways of sampling,
// which compete.
var Axes = []Axis{Target, Budget, Levels, Repeat, Kernel, Bridge, Initial, Schedule, Program}

// Differs reports whether some outcomes have different names on the axis.
func (a Axis) Differs(all []Outcome) bool {
	return slices.ContainsFunc(all, func(o Outcome) bool { return a.ValueOf(o.Job) != a.ValueOf(all[0].Job) })
}

// Varying returns the axes in which some outcomes differ, in the order of Axes.
func Varying(all []Outcome) []Axis {
	return slices.DeleteFunc(slices.Clone(Axes), func(a Axis) bool { return !a.Differs(all) })
}
