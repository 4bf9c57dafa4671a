// Package power asks how many draws a test takes to find a bug half of the time, if it accuses a right kernel once in
// ten thousand times. That number is computed and not simulated: the law of the statistic under the wrong kernel is
// pushed through exactly. It has three parts: the seeded bugs by tests of kernels (seeded.go), the bugs that people
// shipped by the laws of their weights (shipped.go), and how often right kernels are accused (alarms.go).
// reports/power has what was found.
package power

import (
	"context"

	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/shipped"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// A test as a whole accuses a right kernel with probability testLevel, and finds a bug with probability half.
const (
	testLevel = 1e-4
	half      = 0.5
)

// Names are the names of the files of Page.
var Names = table.Names("csv json md", "alarms", "seeded", "shipped")

// Found is the whole study.
type Found struct {
	Seeded  []Row
	Shipped []shipped.Broken
	Alarms  []Alarm
}

// Measure computes all needs, and counts the alarms.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	if found.Seeded, err = seededNeeds(ctx, setting); err != nil {
		return found, err
	}
	if found.Shipped, err = shipped.Measure(ctx, setting); err != nil {
		return found, err
	}
	found.Alarms, err = alarms(ctx, setting)
	return found, err
}

// Page has three tables.
func Page(found Found) (all study.Study) {
	addSeeded(&all, found.Seeded)
	addShipped(&all, found.Shipped)
	addAlarms(&all, found.Alarms)
	return all
}
