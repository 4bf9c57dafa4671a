package sample

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"breadboard/chains"
)

// A Direction says which chains to run; the zero value is both.
type Direction int

// The directions.
const (
	BothWays Direction = iota
	ForwardOnly
	ReverseOnly
)

// Options say how to run an annealing. Nothing but Chains, Seed and Direction
// has a part in the outcome.
type Options struct {
	Chains    int    // in each direction; at least 2, or there is no standard error
	Seed      uint64 // of all the randomness there is
	Direction Direction
	Workers   int // at most so many goroutines; below 1 means as many as there are processors

	// Progress, where it is not nil, is told how many of all moves are done:
	// now and then, never twice at a time, and with done = total at the end.
	Progress func(done, total int)
}

// A Batch is what the chains of one direction left behind. The slices are nil
// where none were run.
type Batch struct {
	LogW   []float64 // by chain: the forward log weight, less Runs.Rise
	Starts []int     // by cell: how many chains began there. Exact draws, of p_1 forward and of p_T in reverse
	Ends   []int     // by cell: how many chains ended there, forward x_T and in reverse x_1
}

// Runs are the chains of an annealing, and estimate what package exact computes.
type Runs struct {
	T       int
	Forward Batch
	Reverse Batch
	// Rise is what the constants in the log densities add to log R and to every log
	// weight (chains.Annealing.Lowered). It is kept apart, because a large one would
	// cost the digits of what differs from chain to chain.
	Rise float64
}

// Run runs o.Chains chains in each direction. The error is that of
// Annealing.Check, ctx's, or says that there are too few chains.
func Run(ctx context.Context, a chains.Annealing, o Options) (Runs, error) {
	return run(ctx, a, o, tableLimit)
}

func run(ctx context.Context, a chains.Annealing, o Options, limit int) (Runs, error) {
	if o.Chains < 2 {
		return Runs{}, fmt.Errorf("%d chains; at least 2 are needed for a standard error", o.Chains)
	}
	if err := a.Check(); err != nil {
		return Runs{}, err
	}
	a, rise := a.Lowered()
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r, tasks := plan(a, o)
	m := &meter{report: o.Progress}
	queue := make(chan task, len(tasks))
	for _, t := range tasks {
		m.total += t.moves(a)
		queue <- t
	}
	close(queue)
	g, ctx := errgroup.WithContext(ctx)
	for range min(o.Workers, len(tasks)) {
		g.Go(func() error {
			w := newWalker(a, limit)
			for t := range queue {
				if err := w.walk(ctx, t, o.Seed, m); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Runs{}, err
	}
	m.end()
	r.Rise = rise
	return *r, nil
}

// blockChains is the number of chains that share a generator. groupBlocks is
// the largest number of blocks that are walked together, and so share tables:
// 65,536 chains and their log weights still fit in a core's cache. Neither the
// grouping nor the order of the groups shows in the outcome.
const (
	blockChains = 4096
	groupBlocks = 16
)

// A task is some blocks of one direction, to be walked together.
type task struct {
	reverse bool
	first   int       // the number of the first block
	logw    []float64 // where the log weights go
	batch   *Batch
	lock    *sync.Mutex // of the batch's counts
}

// moves counts a move for each chain and step of the weight.
func (t task) moves(a chains.Annealing) int { return len(t.logw) * (a.T() - 1) }

// plan returns room for the runs and the tasks that fill it.
func plan(a chains.Annealing, o Options) (*Runs, []task) {
	r, lock := &Runs{T: a.T()}, &sync.Mutex{}
	var tasks []task
	add := func(batch *Batch, reverse bool) {
		n := a.Grid.Size()
		*batch = Batch{LogW: make([]float64, o.Chains), Starts: make([]int, n), Ends: make([]int, n)}
		blocks := (o.Chains + blockChains - 1) / blockChains
		group := min((blocks+o.Workers-1)/o.Workers, groupBlocks)
		for first := 0; first < blocks; first += group {
			logw := batch.LogW[first*blockChains : min((first+group)*blockChains, o.Chains)]
			tasks = append(tasks, task{reverse: reverse, first: first, logw: logw, batch: batch, lock: lock})
		}
	}
	if o.Direction != ReverseOnly {
		add(&r.Forward, false)
	}
	if o.Direction != ForwardOnly {
		add(&r.Reverse, true)
	}
	return r, tasks
}

// A meter adds up the moves made by all workers.
type meter struct {
	sync.Mutex
	done, told, total int
	report            func(done, total int)
}

// reportMoves is how many moves pass between reports: a few milliseconds.
const reportMoves = 1 << 20

func (m *meter) add(moves int) {
	if m.report == nil {
		return
	}
	m.Lock()
	defer m.Unlock()
	if m.done += moves; m.done-m.told >= reportMoves && m.done < m.total {
		m.told = m.done
		m.report(m.done, m.total)
	}
}

func (m *meter) end() {
	if m.report != nil {
		m.report(m.total, m.total)
	}
}
