// Package sample runs annealed chains by the million, forward and in reverse, and
// estimates from their log weights what package exact computes.
//
// # How a chain runs
//
// Package programs runs one chain with any dice (programs.AIS). Run does the same for many chains at once. At each
// level a row of the operator is computed when the first chain comes to its cell, and is kept for all others
// (chains.KeptRows). On a small space all rows are soon there, and a move takes one random word, one multiplication and
// one comparison. On a large space chains come to few cells, and the other rows are never made. Kernels that draw a
// step without a row make none there (chains.Drawer).
//
// All other programs run by their own code, which is also the code that is enumerated. With dice that have random words
// their particles move by kept rows as well. Programs that can make many runs together do so: all runs then share the
// levels and the rows.
//
// Chains use only the log density of a level. So this package and package exact share only the description of the
// chain, and their agreement is evidence.
//
// # What a seed fixes
//
// Chains come in blocks of 4096. Each block of each direction has its own generator (PCG), seeded by a hash of the
// seed, the direction and the number of the block. So one seed gives the same bits on any number of workers. Each run
// of another program has its own generator, seeded by the number of the run, and so has each run of a look of AIDE.
// Each reverse chain begins with its own exact draw of p_T: if chains shared a draw their error bars would be too
// small. The memory is a log weight and a cell for each chain, and a few blocks for each worker.
//
// # Infinite log weights
//
// log w is -Inf for a forward chain that met a cell without mass, and +Inf for a reverse
// chain that came from one. If such chains have a positive probability then the expectation
// of log w is infinite, and so is B: the estimates are infinite too, with a standard error
// of NaN and a warning. The means of w and 1/w are finite all the same.
//
// # Warnings
//
// Means of w and 1/w depend on a few large weights. Such an estimate carries a warning if the largest weight is more
// than 1% of the sum. It also does if chains of the other direction have weights that matter and that none of these
// chains has.
//
// An ESS depends on the squares of the weights. It carries a warning if one square is more than 4% of their sum, or if
// reverse chains have weights that matter to the squares and that no forward chain has. A run that passes is selected
// by its own weights, so that its ESS is more often too high than too low. With normal log weights and 200 to 10,000
// chains, 95% intervals cover 91% to 98% of the time.
package sample

import (
	"context"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// Run runs o.Chains chains in each direction. It fails if there are too few chains, if Annealing.Check does, or if ctx
// ends. Estimates carry no warning if the kernel misses p: chaintest.Laws fails then.
func Run(ctx context.Context, a chains.Annealing, o Options) (Runs, error) {
	return walking(a).run(ctx, a, o, true)
}

// walking returns the runner of an annealing.
func walking(a chains.Annealing) runner {
	low, offset := a.WithoutConstants()
	return runner{offset: offset, unit: Block, units: groupBlocks, parts: a.T() - 1,
		worker: func(done *progress) worker { return newWalker(low, done).walk }}
}

// Work estimates the time of this many chains of T levels in each direction, in nanoseconds, on a large space.
func Work(T, chains int) float64 {
	const move = 50
	return 2 * float64(chains) * float64(T) * move
}

// run makes the runs of an annealing, or of a program that is aimed at one.
func (w runner) run(ctx context.Context, a chains.Annealing, o Options, reverse bool) (Runs, error) {
	o, err := o.ready()
	if err != nil {
		return Runs{}, err
	}
	if err := a.Check(); err != nil {
		return Runs{}, err
	}
	r := Runs{Offset: w.offset}
	n := o.Chains
	batches := []*Batch{&r.Forward, &r.Reverse}
	if !reverse {
		batches = batches[:1]
	}
	done := &progress{report: o.Progress, total: len(batches) * n * w.parts}
	each := (o.Workers + len(batches) - 1) / len(batches) // workers for a direction
	group := w.unit * min(w.units, ((n+w.unit-1)/w.unit+each-1)/each)
	var tasks []task // the forward ones first
	for i, b := range batches {
		*b = Batch{make([]float64, n), make([]int32, n)}
		for from := 0; from < n; from += group {
			to := min(from+group, n)
			tasks = append(tasks, task{reverse: i == 1, first: from, seed: o.Seed, logw: b.LogW[from:to],
				cells: b.Cells[from:to]})
		}
	}
	workers := sync.Pool{New: func() any { return w.worker(done) }}
	err = crew.Each(ctx, o.Workers, len(tasks), func(ctx context.Context, i int) error {
		do := workers.Get()
		defer workers.Put(do)
		return do.(worker)(ctx, tasks[i])
	})
	if err != nil {
		return Runs{}, err
	}
	return r, nil
}

// RunBy does as Run with the moves of m in place of the annealing's kernel. Reverse chains run only if the kernel is
// reversible, because m has no reversal. Without them Runs.Reverse is empty, as for a program without a reverse. The
// chains depend on the seed and on m alone; o.Workers is not used, because one command answers.
func RunBy(ctx context.Context, a chains.Annealing, m chains.Mover, reversible bool, o Options) (Runs, error) {
	o.Workers = 1
	low, offset := a.WithoutConstants()
	walker := func(done *progress) worker {
		w := newWalker(low, done)
		w.mover = m
		return w.walk
	}
	return runner{offset: offset, unit: 1, units: o.Chains, parts: a.T() - 1, worker: walker}.run(ctx, a, o, reversible)
}
