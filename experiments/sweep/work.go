package sweep

import (
	"context"

	"breadboard/experiments/journal"
)

// A Work is a plan ready to run: all its jobs, or a shard of them.
type Work struct {
	Plan Plan
	*journal.Work[Job, Row]
}

// Work lists the jobs of the plan, and marks the shard's.
func (p Plan) Work(shard journal.Shard) *Work {
	return &Work{p, journal.NewWork[Job, Row](p.Jobs(), p.costs(), p.Build, shard)}
}

// Run computes every job of the shard without a row in rows, as journal's Work does. Rows do
// not depend on workers. The error may also be that a file has changed.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int,
	commit func([]Row) error, watch func(journal.Pace)) error {
	pool := newPool(w.Todo(rows))
	one := func(ctx context.Context, j Job, workers int) (Row, error) {
		return pool.run(ctx, j, w.Build, workers)
	}
	return w.Work.Run(ctx, rows, workers, one, commit, watch)
}
