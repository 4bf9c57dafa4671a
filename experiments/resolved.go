package experiments

import (
	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// A Resolved has what was found by the names of a setting: entries of catalogues, and the grid of the states. The
// target may be large, and is made by Annealer.
type Resolved struct {
	// Setting has its defaults filled in. Seed is nil if nothing is random, and Axes is empty if the axes are the
	// target's own.
	Setting
	space

	kernel   chains.Kernel
	matrices [][]float64 // of the kernel, by level; nil if the kernel is not a folder of matrices
	schedule schedule
	initial  func(toys.Target) ([]float64, error)
	bridge   func(initial []float64, to toys.Target) (chains.Bridge, error)
}

// A space describes a target that is not made yet, because it may be large.
type space struct {
	Grid         grid.Grid // of its states, with axes of the kinds on which walkers move
	axes         string    // the words for their kinds; empty if they are the target's own
	seed         *uint64   // nil if nothing is random
	model        bool
	make         func() toys.Target // on its own axes
	observations int                // of a model
	read         [][]float64        // the numbers of files
	doubts       []error            // about files
}

// Doubts returns the doubts about files that were read as log f but look like something else.
func (f Resolved) Doubts() []error { return f.doubts }

// StepCost returns the mean number of evaluations of the density in the kernel's steps at a level, without the one for
// the weight; NaN if it is not known.
func (f Resolved) StepCost() float64 { return f.kernel.Cost(f.Grid) }

// FullSetting returns the setting with the kinds of its axes, also if they are the target's own.
func (f Resolved) FullSetting() Setting {
	f.Axes = axesOf(f.Grid)
	return f.Setting
}

// WithSchedule returns what was found, with the schedule of another. Annealers of both may share the lengths of the
// bridge, which do not depend on the schedule.
func (f Resolved) WithSchedule(of Resolved) Resolved {
	f.Schedule = of.Schedule
	f.schedule = of.schedule
	return f
}
