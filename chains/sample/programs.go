package sample

import (
	"context"
	"sync"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// RunProgram runs a program o.Chains times forward. If the program has a reverse it runs as often
// in reverse, each time from a new exact draw from the target. The dice of a run depend on the
// seed, the direction and the number of the run. Forward.Ends counts the cells that forward runs
// return, and Reverse.Starts counts the draws from the target. Forward.Starts and Reverse.Ends
// are nil, except for annealing, which Run runs.
//
// If there is no reverse, every estimate that needs one is NaN. The log weights are the program's
// own. So aim the program at p.Lowered if a constant is to cost no digits.
func RunProgram(ctx context.Context, e programs.Estimator, p programs.Problem, o Options) (Runs, error) {
	if e, ok := e.(programs.AIS); ok {
		return Run(ctx, e.Annealing, o)
	}
	o, err := o.ready()
	if err != nil {
		return Runs{}, err
	}
	if err := p.Check(); err != nil {
		return Runs{}, err
	}
	how, ok := swarming(e, rowLimit)
	if !ok {
		how = plainly(e)
	}
	return how.run(ctx, e, p, o)
}

// A way says how the runs of a program are made.
type way struct {
	group  int // runs of one task; it does not affect the outcome
	parts  int // of one run, for the progress
	every  int // parts between two reports
	worker func() worker
}

// A worker does one task after another.
type worker interface {
	run(ctx context.Context, t replicate, target chains.Law, seed uint64, done *progress) error
}

// run makes the runs.
func (w way) run(ctx context.Context, e programs.Estimator, p programs.Problem, o Options) (Runs, error) {
	_, to := p.Ends()
	target := chains.NewLaw(chains.Normalized(to))
	r := &Runs{T: p.T()}
	tasks := replicates(r, e, p.Grid.Size(), o, min(w.group, (o.Chains-o.After+o.Workers-1)/o.Workers))
	done := &progress{report: o.Progress, every: max(1, w.every)}
	for _, t := range tasks {
		done.total += len(t.logw) * w.parts
	}
	err := carryOut(ctx, o.Workers, tasks, func() func(context.Context, replicate) error {
		one := w.worker()
		return func(ctx context.Context, t replicate) error { return one.run(ctx, t, target, o.Seed, done) }
	})
	if err != nil {
		return Runs{}, err
	}
	done.end()
	return *r, nil
}

// A replicate is a task: some runs of a program in one direction.
type replicate struct {
	reverse bool
	first   int       // the number of the first run
	logw    []float64 // takes the log weights; a part of a batch
	cells   []int32   // takes the cell of each run; nil if they are not kept
	counts  []int     // of cells, shared by the tasks of a batch
	lock    *sync.Mutex
}

// replicates makes room for the runs and returns the tasks that fill it, of at most group
// runs each.
func replicates(r *Runs, e programs.Estimator, cells int, o Options, group int) (tasks []replicate) {
	lock := &sync.Mutex{}
	add := func(reverse bool, b Batch, counts []int) {
		for first := o.After; first < o.Chains; first += group {
			from, to := first-o.After, min(first+group, o.Chains)-o.After
			tasks = append(tasks, replicate{reverse, first, b.LogW[from:to], between(b.Cells, from, to), counts, lock})
		}
	}
	r.Forward = Batch{LogW: make([]float64, o.Chains-o.After), Ends: make([]int, cells), Cells: o.cells()}
	add(false, r.Forward, r.Forward.Ends)
	if _, ok := e.(programs.Program); ok {
		r.Reverse = Batch{LogW: make([]float64, o.Chains-o.After), Starts: make([]int, cells), Cells: o.cells()}
		add(true, r.Reverse, r.Reverse.Starts)
	}
	return tasks
}

// dice returns the dice of the task's i-th run.
func (t replicate) dice(seed uint64, i int) seeded {
	direction := uint64(0)
	if t.reverse {
		direction = 1
	}
	return seeded{generator(seed, direction, uint64(t.first+i))}
}

// count adds one to the cell of each run, and keeps the cells if there is room for them.
func (t replicate) count(cells []int) {
	for i := range t.cells {
		t.cells[i] = int32(cells[i])
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	for _, x := range cells {
		t.counts[x]++
	}
}

// plainly runs a program by its own code.
func plainly(e programs.Estimator) way {
	const group = 16
	// A density takes about as long as a move.
	return way{group, 1, int(reportMoves / max(1, e.Cost())), func() worker { return plain{e} }}
}

// A plain worker runs a program by its own code.
type plain struct{ programs.Estimator }

func (e plain) run(ctx context.Context, t replicate, target chains.Law, seed uint64, done *progress) (err error) {
	defer stoppedBy(ctx, &err)
	cells := make([]int, len(t.logw))
	for i := range t.logw {
		d := watched{t.dice(seed, i), ctx}
		if t.reverse {
			cells[i] = target.Draw(d)
			t.logw[i] = e.Estimator.(programs.Program).Reverse(cells[i], d)
		} else {
			cells[i], t.logw[i] = e.Forward(d)
		}
		done.add(1)
	}
	t.count(cells)
	return nil
}

// watched dice end a run when ctx is done: one run of a million particles takes minutes. Pick
// and Search then panic with stopped.
type watched struct {
	seeded
	ctx context.Context
}

type stopped struct{}

// stoppedBy, deferred, turns the panic of watched dice into an error.
func stoppedBy(ctx context.Context, err *error) {
	switch p := recover(); p {
	case nil:
	case stopped{}:
		*err = context.Cause(ctx)
	default:
		panic(p)
	}
}

// Search is the Search of seeded dice, unless ctx is done.
func (d watched) Search(upTo []float64) int {
	if d.ctx.Err() != nil {
		panic(stopped{})
	}
	return d.seeded.Search(upTo)
}

// Pick is the Pick of seeded dice, unless ctx is done.
func (d watched) Pick(weights []float64) int {
	if d.ctx.Err() != nil {
		panic(stopped{})
	}
	return d.seeded.Pick(weights)
}
