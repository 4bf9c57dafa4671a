// Package sample runs annealed chains by the million, forward and in reverse, and
// estimates from their log weights what package exact computes.
//
// # Two ways to run a chain
//
// Package programs runs one chain with any dice (programs.AIS). Run does the same for many chains at once. At each
// level it compiles the operator into tables of alias slots (dice.go; Walker 1977, Vose 1991), and
// then a move takes one random word, one multiplication and one comparison. If a table would
// be too large Run takes plain steps.
//
// On a large space chains look at few cells of a level. There they ask for log f where they are and where they would
// go, and nothing is prepared: 10,000 chains on 65,536 cells begin at once. The bridge has to know its cells one by
// one, as all of the catalogue do. The kernel has to propose, as single moves do (asked.go), to begin with a choice
// (choices.go), or to have rows or draws of single cells (single.go). Of the first two all that chains may ask for is
// written beforehand, where that costs less, and the chains are the same. What is asked of all cells is else only
// their mass, once, for the first draws; and the target's log f is a list.
//
// # Two ways to run particles
//
// Sequential Monte Carlo (smc.go) goes by the number of particles in each cell wherever these numbers have the law that
// they have in the program: if the particles are resampled at every step, multinomially. Then a billion particles take
// as long as a thousand. It goes by a list of particles if the weights of those in one cell differ, because they are
// resampled now and then; and for systematic resampling, which looks at
// the order of the particles. The same resamplings in the order of cells would be samplers of their own, with another
// variance, and nothing here puts them in their place. All other programs are run by their own code.
//
// Both ways use only the log density of a level. So this package and package exact
// share only the description of the chain, and when they agree that is evidence.
//
// # What a seed fixes
//
// Chains come in blocks of 4096. Each block of each direction has a generator of its own
// (PCG), seeded by a hash of the seed, the direction and the number of the block. So one
// seed gives the same bits on any number of workers. Runs of other programs have a generator
// each, seeded by the number of the run, and so have the runs of each look of AIDE. Each
// reverse chain begins with an exact draw of p_T of its own: if chains shared a draw their
// error bars would be too small. The memory is a log weight for each chain and a few blocks
// for each worker.
//
// A run can grow: Options.After leaves out the chains that an earlier run has, Append adds the others
// to it, and First looks at the first of them.
//
// # Infinite log weights
//
// log w is -Inf for a forward chain that met a cell without mass, and +Inf for a reverse
// chain that came from one. If such chains have a positive probability then the expectation
// of log w is infinite, and so is B: the estimates are infinite too, with a standard error
// of NaN and a warning. The means of w and 1/w are finite all the same.
//
// # What an estimate says against itself
//
// Means of w and 1/w depend on a few large weights. Such an estimate carries a warning if
// the largest weight is more than 1% of the sum, or if chains of the other direction have
// weights that matter and that none of these chains has.
//
// An ESS depends on the squares of the weights. It carries a warning too if one square is
// more than 4% of their sum, or if reverse chains have weights that matter to the squares and
// that no forward chain has. A run that passes is chosen by its own weights, so that its ESS
// is more often too high than too low: normal log weights in 200 to 10,000 chains leave 95%
// intervals that cover 91% to 98% of the time.
package sample

import (
	"context"
	"fmt"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// Run runs o.Chains chains in each direction. It fails if there are too few chains, if
// Annealing.Check does, or if ctx ends.
func Run(ctx context.Context, a chains.Annealing, o Options) (Runs, error) {
	return walking(a, tableLimit).run(ctx, a, o, true)
}

// walking returns the way of annealing, with plain steps if a table has more than limit slots.
func walking(a chains.Annealing, limit int) way {
	low, rise := a.Lowered()
	newStage := func() stage { return newPrepared(low, limit) }
	if p := proposalsOf(low, fewSlots); p != nil {
		newStage = func() stage { return newAsked(p) }
	} else if turning := turningOf(low, min(limit, fewSlots)); turning != nil {
		newStage = func() stage { return newChosen(turning) }
	} else if singles := singlesOf(low, min(limit, someSlots)); singles != nil {
		newStage = singles
	}
	walker := func() worker { return (&walker{a: low, stage: newStage()}).walk }
	return way{rise: rise, unit: Block, units: groupBlocks, parts: a.T() - 1, every: reportMoves, worker: walker}
}

// Work is what so many chains of T levels in each direction count, in nanoseconds, where they ask for their moves.
func Work(T, chains int) float64 { return 2 * float64(chains) * float64(T) * askCosts }

// run makes the runs of an annealing, or of a program that is aimed at one.
func (w way) run(ctx context.Context, a chains.Annealing, o Options, reverse bool) (Runs, error) {
	o, err := o.ready()
	if err != nil {
		return Runs{}, err
	}
	if err := a.Check(); err != nil {
		return Runs{}, err
	}
	if o.After%w.unit != 0 {
		panic(fmt.Sprintf("sample: chains after %d, which is no multiple of %d", o.After, w.unit))
	}
	r := Runs{T: a.T(), Rise: w.rise}
	n := o.Chains - o.After
	batches := []*Batch{&r.Forward, &r.Reverse}
	if !reverse {
		batches = batches[:1]
	}
	done := &progress{report: o.Progress, every: max(1, w.every), total: len(batches) * n * w.parts}
	group := w.unit * min(w.units, ((n+w.unit-1)/w.unit+o.Workers-1)/o.Workers)
	var tasks []task // the forward ones first
	lock := &sync.Mutex{}
	for i, b := range batches {
		*b = Batch{LogW: make([]float64, n)}
		if !o.Uncounted {
			b.Starts = make([]int, a.Grid.Size())
			b.Ends = make([]int, a.Grid.Size())
		}
		if o.Keep {
			b.Cells = make([]int32, n)
		}
		for from := 0; from < n; from += group {
			to := min(from+group, n)
			t := task{reverse: i == 1, first: o.After + from, seed: o.Seed, logw: b.LogW[from:to], batch: b, lock: lock}
			if o.Keep {
				t.cells = b.Cells[from:to]
			}
			tasks = append(tasks, t)
		}
	}
	err = carryOut(ctx, o.Workers, tasks, func() func(context.Context, task) error {
		do := w.worker()
		return func(ctx context.Context, t task) error { return do(ctx, t, done) }
	})
	if err != nil {
		return Runs{}, err
	}
	done.end()
	return r, nil
}

// carryOut does all tasks on so many goroutines. Each goroutine calls worker once, and does
// its tasks by what worker returns.
func carryOut[Task any](ctx context.Context, workers int, tasks []Task,
	worker func() func(context.Context, Task) error) error {
	queue := make(chan Task, len(tasks))
	for _, t := range tasks {
		queue <- t
	}
	close(queue)
	g, ctx := crew.WithContext(ctx)
	for range min(workers, len(tasks)) {
		g.Go(func() error {
			do := worker()
			for t := range queue {
				if err := do(ctx, t); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// A Mover makes the moves of a kernel that is not at hand.
type Mover = chains.Mover

// RunBy is Run with the moves of m in place of the annealing's kernel. Reverse chains run only if
// the kernel is reversible, because m cannot be asked for a reversal. Without them
// Runs.Reverse is empty, as that of a program without a reverse. The chains depend on the
// seed, and on m alone besides; o.Workers is not used, because one program answers.
func RunBy(ctx context.Context, a chains.Annealing, m Mover, reversible bool, o Options) (Runs, error) {
	o.Workers = 1
	low, rise := a.Lowered()
	return way{rise: rise, unit: 1, units: o.Chains, parts: a.T() - 1, worker: func() worker {
		by := newPrepared(low, 0)
		by.by = m
		return (&walker{a: low, stage: by, alone: true}).walk
	}}.run(ctx, a, o, reversible)
}
