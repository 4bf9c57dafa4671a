package journal

import (
	"context"

	"breadboard/chains/crew"
	"breadboard/experiments"
)

// A Pace is the progress of a run through the jobs that had no row when it began.
type Pace struct {
	Jobs, AllJobs int
	Cost, AllCost int // of these jobs
}

// Run computes every job of the shard without a row in rows, on as many cores as workers
// says (below 1: all). The dearest come first, so that no core is left with a long one at
// the end. one computes a job on as many cores as it is told. One goroutine hands finished
// rows to commit, all that are ready at a time. It then adds them to rows, and watch gets the
// pace. The error is commit's, one's or ctx's; rows that were committed stay.
func (w *Work[J, R]) Run(ctx context.Context, rows map[string]R, workers int,
	one func(ctx context.Context, j J, workers int) (R, error), commit func([]R) error, watch func(Pace)) error {
	todo := w.todo(rows)
	costs, pace := map[string]int{}, Pace{AllJobs: len(todo)}
	for _, i := range todo {
		costs[w.keys[i]] = w.costs[i]
		pace.AllCost += w.costs[i]
	}
	watch(pace)
	workers = experiments.Workers(workers)
	ready := make(chan R, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group := crew.New()
	group.Go(func() error {
		return gather(ready, stop, func(batch []R) error {
			if err := commit(batch); err != nil {
				return err
			}
			for _, r := range batch {
				key, _, _ := r.Origin()
				rows[key] = r
				pace.Jobs++
				pace.Cost += costs[key]
			}
			watch(pace)
			return nil
		})
	})
	group.Go(func() error { return w.compute(ctx, todo, workers, one, ready) })
	return group.Wait()
}

// compute sends the rows of the jobs at these places to ready, and closes it.
func (w *Work[J, R]) compute(ctx context.Context, places []int, workers int,
	one func(ctx context.Context, j J, workers int) (R, error), ready chan<- R) error {
	defer close(ready)
	group, ctx := crew.WithContext(ctx)
	group.SetLimit(workers)
	for _, i := range places {
		group.Go(func() error {
			row, err := one(ctx, w.jobs[i], max(1, workers/len(places)))
			if err == nil {
				ready <- row
			}
			return err
		})
	}
	return group.Wait()
}

// gather commits rows as they come, together with all that came during the previous
// commit. An error stops the work; gather then drops later rows, so that no sender waits.
func gather[R any](ready <-chan R, stop func(error), commit func([]R) error) (err error) {
	for r := range ready {
		batch := []R{r}
		for range len(ready) {
			batch = append(batch, <-ready)
		}
		if err == nil {
			if err = commit(batch); err != nil {
				stop(err)
			}
		}
	}
	return err
}
