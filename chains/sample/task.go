package sample

import (
	"context"
	"math/rand/v2"
	"sync"
)

// Block chains of an annealing share a generator.
const Block = 4096

// groupBlocks is the largest number of blocks that are walked together and share rows: 65,536
// chains with their log weights still fit into a core's cache. Neither the grouping nor the order
// of the groups affects the outcome.
const groupBlocks = 16

// A task is some runs of one direction.
type task struct {
	reverse bool
	first   int       // the number of the first run
	seed    uint64    // of all runs
	logw    []float64 // takes the log weights; a part of batch.LogW
	cells   []int32   // takes x_T of each run; a part of batch.Cells, and nil if they are not kept
	batch   *Batch
	lock    *sync.Mutex // guards the counts of the batch
}

// generator is seeded by the seed, the direction and a number.
func (t task) generator(number uint64) *rand.PCG {
	direction := uint64(0)
	if t.reverse {
		direction = 1
	}
	return generator(t.seed, direction, number)
}

// count adds the number of runs in each cell to counts, which all tasks of a batch share, unless they are left out.
func (t task) count(counts []int, cells []int32) {
	if counts == nil {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	countCells(counts, cells)
}

// end counts the cell of each run of a program, and keeps the cells if there is room for them.
func (t task) end(cells []int) {
	all := make([]int32, len(cells))
	for i, x := range cells {
		all[i] = int32(x)
	}
	copy(t.cells, all)
	if t.reverse {
		t.count(t.batch.Starts, all)
	} else {
		t.count(t.batch.Ends, all)
	}
}

// A way says how runs are made.
type way struct {
	rise   float64 // what log weights lack
	unit   int     // as many runs belong together
	units  int     // the most of one task; it does not affect the outcome
	parts  int     // of one run, for the progress
	every  int     // parts between two reports
	worker func() worker
}

// A worker does one task after another.
type worker func(ctx context.Context, t task, done *progress) error
