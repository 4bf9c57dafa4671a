package sample

import (
	"context"
	"math/rand/v2"
)

// Block is the number of chains of an annealing that share a generator.
const Block = 4096

// groupBlocks is the largest number of blocks that walk together and share rows: 65,536 chains with their log weights
// still fit into a core's cache. Neither the grouping nor the order of the groups affects the outcome.
const groupBlocks = 16

// A task is some runs of one direction.
type task struct {
	reverse bool
	first   int       // the number of the first run
	seed    uint64    // of all runs
	logw    []float64 // takes the log weights; a part of Batch.LogW
	cells   []int32   // takes x_T of each run; a part of Batch.Cells
}

// generator returns a generator seeded by the seed, the direction and a number.
func (t task) generator(number uint64) *rand.PCG {
	direction := uint64(0)
	if t.reverse {
		direction = 1
	}
	return generator(t.seed, direction, number)
}

// A runner makes the runs of an annealing or of a program.
type runner struct {
	offset float64 // the part of log R that log weights lack
	unit   int     // the number of runs that share a generator or a task; tasks are multiples of it
	units  int     // the most units of one task; it does not affect the outcome
	parts  int     // moves of one run, for the progress
	worker func(done *progress) worker
}

// A worker does one task after another.
type worker = func(ctx context.Context, t task) error
