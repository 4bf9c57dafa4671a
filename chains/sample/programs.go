package sample

import (
	"context"

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
	_, reverse := e.(programs.Program)
	r, err := aimed(e, p, rowLimit).run(ctx, p.Annealing, o, reverse)
	r.Forward.Starts, r.Reverse.Ends = nil, nil
	return r, err
}

// aimed returns the way of a program: SMC that resamples at every step goes in swarms, by at most so many kept
// outcomes of a move, and other programs by their own code.
func aimed(e programs.Estimator, p programs.Problem, limit int) way {
	_, to := p.Ends()
	target := chains.NewLaw(chains.Normalized(to))
	if e, ok := e.(programs.SMC); ok && !e.Adaptive() {
		return inSwarms(e, target, limit)
	}
	return plainly(e, target)
}

// dice returns the dice of the task's i-th run.
func (t task) dice(i int) seeded { return seeded{generator(t.seed, t.direction(), uint64(t.first+i))} }

// end counts the cell of each run, and keeps the cells if there is room for them.
func (t task) end(cells []int32) {
	copy(t.cells, cells)
	if t.reverse {
		t.count(t.batch.Starts, cells)
	} else {
		t.count(t.batch.Ends, cells)
	}
}

// plainly runs a program by its own code.
func plainly(e programs.Estimator, target chains.Law) way {
	const group = 16
	do := func(ctx context.Context, t task, done *progress) (err error) {
		defer stoppedBy(ctx, &err)
		cells := make([]int32, len(t.logw))
		for i := range t.logw {
			d, x := watched{t.dice(i), ctx}, 0
			if t.reverse {
				x = target.Draw(d)
				t.logw[i] = e.(programs.Program).Reverse(x, d)
			} else {
				x, t.logw[i] = e.Forward(d)
			}
			cells[i] = int32(x)
			done.add(1)
		}
		t.end(cells)
		return nil
	}
	// A density takes about as long as a move.
	return way{0, 1, group, 1, int(reportMoves / max(1, e.Cost())), func() worker { return do }}
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
