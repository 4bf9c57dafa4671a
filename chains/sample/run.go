package sample

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"breadboard/chains"
)

// Options say how to run an annealing. Only Chains and Seed affect the outcome.
type Options struct {
	Chains  int    // in each direction; at least 2, because a standard error needs two
	Seed    uint64 // fixes everything random
	Workers int    // at most this many goroutines; below 1, one for each processor
	Keep    bool   // also keep the cell of each chain, for those who save the runs

	// After leaves out the first so many chains of each direction, which an earlier run with this
	// seed has: so runs grow (growing.go). It is below Chains. Of an annealing it is a multiple of
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
	return run(ctx, a, o, tableLimit)
}

// run is Run with plain steps if a table has more than limit slots.
func run(ctx context.Context, a chains.Annealing, o Options, limit int) (Runs, error) {
	o, err := o.ready()
	if err != nil {
		return Runs{}, err
	}
	if err := a.Check(); err != nil {
		return Runs{}, err
	}
	a, rise := a.Lowered()
	r, tasks := plan(a, o)
	moves := &progress{report: o.Progress, every: reportMoves}
	for _, t := range tasks {
		moves.total += t.moves(a)
	}
	err = carryOut(ctx, o.Workers, tasks, func() func(context.Context, task) error {
		w := newWalker(a, limit)
		return func(ctx context.Context, t task) error { return w.walk(ctx, t, o.Seed, moves) }
	})
	if err != nil {
		return Runs{}, err
	}
	moves.end()
	r.Rise = rise
	return *r, nil
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

// A task is a group of blocks of one direction.
type task struct {
	reverse bool
	first   int       // the number of the first block
	logw    []float64 // takes the log weights; a part of batch.LogW
	cells   []int32   // takes x_T of each chain; a part of batch.Cells
	batch   *Batch
	lock    *sync.Mutex // guards the counts of the batch
}

// moves counts one move for each chain and each step of its weight.
func (t task) moves(a chains.Annealing) int { return len(t.logw) * (a.T() - 1) }

// plan returns empty runs, and the tasks that fill them, the forward ones first.
func plan(a chains.Annealing, o Options) (*Runs, []task) {
	if o.After%Block != 0 {
		panic(fmt.Sprintf("sample: chains after %d, which is no multiple of %d", o.After, Block))
	}
	r, lock := &Runs{T: a.T()}, &sync.Mutex{}
	n, done, blocks := a.Grid.Size(), o.After/Block, (o.Chains+Block-1)/Block
	group := min((blocks-done+o.Workers-1)/o.Workers, groupBlocks)
	var tasks []task
	for _, batch := range []*Batch{&r.Forward, &r.Reverse} {
		*batch = Batch{LogW: make([]float64, o.Chains-o.After), Starts: make([]int, n), Ends: make([]int, n),
			Cells: o.cells()}
		for first := done; first < blocks; first += group {
			from, to := first*Block-o.After, min((first+group)*Block, o.Chains)-o.After
			tasks = append(tasks, task{batch == &r.Reverse, first, batch.LogW[from:to], between(batch.Cells, from, to), batch,
				lock})
		}
	}
	return r, tasks
}

// cells makes room for the cells of chains, if they are kept.
func (o Options) cells() []int32 {
	if !o.Keep {
		return nil
	}
	return make([]int32, o.Chains-o.After)
}

// between is cells[from:to]; nil if there are none.
func between(cells []int32, from, to int) []int32 {
	if cells == nil {
		return nil
	}
	return cells[from:to]
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

// end reports that everything is done.
func (p *progress) end() {
	if p.report != nil {
		p.report(p.total, p.total)
	}
}
