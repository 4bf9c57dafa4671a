package ranking

import (
	"math"
	"strconv"
	"strings"

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
	Target   = Axis{"target", func(j sweep.Job) string { return j.TargetName() }}
	Levels   = Axis{"T", func(j sweep.Job) string { return strconv.Itoa(j.T) }}
	Kernel   = Axis{"kernel", func(j sweep.Job) string { return j.Kernel }}
	Bridge   = Axis{"bridge", func(j sweep.Job) string { return j.Bridge }}
	Initial  = Axis{"initial", func(j sweep.Job) string { return j.Initial }}
	Schedule = Axis{"schedule", func(j sweep.Job) string { return j.Schedule }}
	Program  = Axis{"program", sweep.Job.ProgramName}
)

// Axes lists them in the order of tables: what is sampled and at what length, and then the ways
// of sampling it, which compete.
var Axes = []Axis{Target, Levels, Kernel, Bridge, Initial, Schedule, Program}

// Values returns the names on the axis, in the order in which they come first.
func (a Axis) Values(all []Outcome) (names []string) {
	for name := range GroupBy(all, func(o Outcome) string { return a.Of(o.Job) }) {
		names = append(names, name)
	}
	return names
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
