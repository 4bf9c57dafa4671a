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
// # Three ways to run particles
//
// Sequential Monte Carlo (smc.go) goes by the number of particles in each cell wherever these numbers have the law that
// they have in the program: if the particles are resampled at every step, multinomially or by residuals, in chains or
// not. Then a billion particles take as long as a thousand. It goes by a list of particles if the weights of those in
// one cell differ, because they are resampled now and then; and for systematic and stratified resampling, which look at
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
	"math/rand/v2"
	"runtime"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/work"
)

// Options say how to run an annealing. Only Chains and Seed affect the outcome.
type Options struct {
	Chains  int    // in each direction; at least 2, because a standard error needs two
	Seed    uint64 // fixes everything random
	Workers int    // at most this many goroutines; below 1, one for each processor
	Keep    bool   // also keep the cell of each chain, for those who save the runs
	// Uncounted leaves out the counts of cells, Starts and Ends, which take 32 bytes a cell of the space.
	Uncounted bool

	// After leaves out the first so many chains of each direction, which an earlier run with this
	// seed has: so runs grow. It is below Chains. Of an annealing it is a multiple of
	// Block; RunProgram takes any number for other programs.
	After int

	// Progress, if it is not nil, is called now and then with the number of moves that
	// are done, by one goroutine at a time, and at the end with done = total.
	Progress func(done, total int)
}

// A Batch holds the results of the chains of one direction.
type Batch struct {
	LogW   []float64 // the forward log weight of each chain, less Runs.Rise
	Starts []int     // how many chains began in each cell: exact draws, of p_1 forward and of p_T in reverse
	Ends   []int     // how many chains ended in each cell: forward x_T, in reverse x_1
	// Cells has x_T of each chain, if Options.Keep: where a forward chain ended, and a reverse
	// one began. So in both directions it is the cell that log w belongs to.
	Cells []int32
}

// Runs are the chains of an annealing. Their methods estimate what package exact
// computes.
type Runs struct {
	T       int
	Forward Batch
	Reverse Batch
	// Rise is the part of log R and of every log weight that comes from constants in the
	// log densities (chains.Annealing.Lowered). It is kept apart, because a large one
	// would take away the digits in which the chains differ.
	Rise float64
}

// Run runs o.Chains chains in each direction. It fails if there are too few chains, if
// Annealing.Check does, or if ctx ends.
func Run(ctx context.Context, a chains.Annealing, o Options) (Runs, error) {
	return walking(a, tableLimit).run(ctx, a, o, true)
}

// walking returns the way of annealing, with plain steps if a table has more than limit slots.
func walking(a chains.Annealing, limit int) way {
	low, rise := a.Lowered()
	newStage := func() stage { return newPrepared(low, limit) }
	each := float64(stepCounts)
	if p := proposalsOf(low, fewSlots); p != nil {
		newStage = func() stage { return newAsked(p) }
		each = askCosts
	} else if turning := turningOf(low, min(limit, fewSlots)); turning != nil {
		newStage = func() stage { return newChosen(turning) }
		each = turning.one.ask
	} else if singles := singlesOf(low, min(limit, someSlots)); singles != nil {
		newStage = singles
		each = askCosts * (1 + chains.FactsOf(a.Kernel, a.Grid).Cost)
	}
	walker := func() worker { return (&walker{a: low, stage: newStage()}).walk }
	return way{rise: rise, unit: Block, units: groupBlocks, parts: a.T() - 1, every: reportMoves, worker: walker,
		counts: float64(a.T()) * each}
}

// What runs count, in nanoseconds (package work): a step of a chain, a log density that a program computes, and a move
// for which somebody else is asked, over pipes.
const (
	stepCounts    = 5
	densityCounts = 30
	askedCounts   = 5000
)

// Work is what so many chains of T levels in each direction count, in nanoseconds, where they ask for their moves.
func Work(T, chains int) float64 { return 2 * float64(chains) * float64(T) * askCosts }

// A way says how runs are made.
type way struct {
	rise   float64 // what log weights lack
	unit   int     // as many runs belong together
	units  int     // the most of one task; it does not affect the outcome
	parts  int     // of one run, for the progress
	every  int     // parts between two reports
	worker func() worker
	counts float64 // of a run, in nanoseconds (package work)
}

// A worker does one task after another.
type worker func(ctx context.Context, t task, done *progress) error

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
	r, n := Runs{T: a.T(), Rise: w.rise}, o.Chains-o.After
	batches := []*Batch{&r.Forward, &r.Reverse}
	if !reverse {
		batches = batches[:1]
	}
	work.Add(ctx, float64(len(batches)*n), w.counts)
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

// ready returns the options with the number of workers, or an error if there are too few
// chains.
func (o Options) ready() (Options, error) {
	if o.Chains < 2 {
		return o, fmt.Errorf("%d chains; at least 2 are needed for a standard error", o.Chains)
	}
	if o.After < 0 || o.After >= o.Chains {
		panic(fmt.Sprintf("sample: %d chains after %d", o.Chains, o.After))
	}
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o, nil
}

// Block chains of an annealing share a generator.
const Block = 4096

// groupBlocks is the largest number of blocks that are walked together and share tables: 65,536
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

// countCells adds the number of runs in each cell to counts, and returns them.
func countCells(counts []int, cells []int32) []int {
	for _, x := range cells {
		counts[x]++
	}
	return counts
}

// reportMoves is the number of moves between two reports: a few milliseconds.
const reportMoves = 1 << 20

// A progress adds up the moves of all workers and reports them now and then.
type progress struct {
	sync.Mutex
	done, told, total int
	every             int                   // moves between two reports
	report            func(done, total int) // may be nil
}

func (p *progress) add(moves int) {
	if p.report == nil {
		return
	}
	p.Lock()
	defer p.Unlock()
	if p.done += moves; p.done-p.told >= p.every && p.done < p.total {
		p.told = p.done
		p.report(p.done, p.total)
	}
}

func (p *progress) end() {
	if p.report != nil {
		p.report(p.total, p.total)
	}
}

// Append adds the chains of a run that continues these: with the same seed, and with Options.After the number of these.
// The two together are one run of all of them, bit for bit.
func (r *Runs) Append(more Runs) {
	if r.T == 0 {
		*r = more
		return
	}
	for b, more := range map[*Batch]Batch{&r.Forward: more.Forward, &r.Reverse: more.Reverse} {
		b.LogW, b.Cells = append(b.LogW, more.LogW...), append(b.Cells, more.Cells...)
		for x := range b.Starts {
			b.Starts[x] += more.Starts[x]
		}
		for x := range b.Ends {
			b.Ends[x] += more.Ends[x]
		}
	}
}

// First returns the first n chains of each direction, whose cells were kept. Of the counts it has those of x_T alone:
// Forward.Ends and Reverse.Starts.
func (r Runs) First(n int) Runs {
	cells := len(r.Forward.Ends)
	for _, b := range []*Batch{&r.Forward, &r.Reverse} {
		n := min(n, len(b.LogW)) // a direction that was not run has none
		*b = Batch{LogW: b.LogW[:n], Cells: b.Cells[:n]}
	}
	r.Forward.Ends = countCells(make([]int, cells), r.Forward.Cells)
	r.Reverse.Starts = countCells(make([]int, cells), r.Reverse.Cells)
	return r
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
