package sweep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"breadboard/chains/crew"
	"breadboard/experiments"
)

// A Work is a plan ready to run: all its jobs, or a shard of them.
type Work struct {
	Plan  Plan
	Shard Shard
	jobs  []Job // of the whole plan, in the order of the table
	keys  []string
	costs []int
	mine  []int // the places of the shard's jobs, the dearest first
}

// Work lists the jobs of the plan, and marks the shard's.
func (p Plan) Work(shard Shard) *Work {
	w := &Work{Plan: p, Shard: shard, jobs: p.Jobs(), costs: p.costs()}
	w.keys = make([]string, len(w.jobs))
	for i, j := range w.jobs {
		w.keys[i] = j.Key(p.Build)
	}
	w.mine = experiments.Dearest(w.costs)
	if !shard.whole() {
		of := deal(w.costs, shard.N)
		w.mine = slices.DeleteFunc(w.mine, func(i int) bool { return of[i] != shard.I })
	}
	return w
}

// Len is the number of the shard's jobs.
func (w *Work) Len() int { return len(w.mine) }

// A Pace is the progress of a sweep through the jobs that had no row when it began.
type Pace struct {
	Jobs, AllJobs int
	Cost, AllCost int // of these jobs
}

// Run computes every job of the shard without a row in rows, on as many cores as workers
// says (below 1: all). The dearest come first, so that no core is left with a long one at
// the end. One goroutine hands finished rows to commit, all that are ready at a time. It
// then adds them to rows, and watch gets the pace. Rows do not depend on workers. The
// error is commit's, ctx's, or that a file has changed; rows that were committed stay.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int,
	commit func([]Row) error, watch func(Pace)) error {
	var todo []Job
	costs, pace := map[string]int{}, Pace{}
	for _, i := range w.mine {
		if _, ok := rows[w.keys[i]]; !ok {
			todo = append(todo, w.jobs[i])
			costs[w.keys[i]] = w.costs[i]
			pace.AllCost += w.costs[i]
		}
	}
	pace.AllJobs = len(todo)
	watch(pace)
	workers = experiments.Workers(workers)
	ready := make(chan Row, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group := crew.New()
	group.Go(func() error {
		return gather(ready, stop, func(batch []Row) error {
			if err := commit(batch); err != nil {
				return err
			}
			for _, r := range batch {
				rows[r.Key] = r
				pace.Jobs++
				pace.Cost += costs[r.Key]
			}
			watch(pace)
			return nil
		})
	})
	group.Go(func() error { return compute(ctx, todo, w.Plan.Build, workers, ready) })
	return group.Wait()
}

// compute sends the rows of jobs to ready, and closes it.
func compute(ctx context.Context, jobs []Job, b Build, workers int, ready chan<- Row) error {
	defer close(ready)
	chains := newPool(jobs)
	group, ctx := crew.WithContext(ctx)
	group.SetLimit(workers)
	for _, j := range jobs {
		group.Go(func() error {
			row, err := chains.run(ctx, j, b, max(1, workers/len(jobs)))
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
func gather(ready <-chan Row, stop func(error), commit func([]Row) error) (err error) {
	for r := range ready {
		batch := []Row{r}
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

// Table returns the row of every job of the plan, in order, and the places of the
// jobs that have none.
func (w *Work) Table(rows map[string]Row) (table []Row, missing []int) {
	for i, key := range w.keys {
		if r, ok := rows[key]; ok {
			table = append(table, r)
		} else {
			missing = append(missing, i)
		}
	}
	return table, missing
}

// Others counts rows that the plan does not contain: of other jobs, or of another build.
func (w *Work) Others(rows map[string]Row) (jobs, builds int) {
	asked := make(map[string]bool, len(w.keys))
	for _, key := range w.keys {
		asked[key] = true
	}
	for key, r := range rows {
		switch {
		case asked[key]:
		case r.Build != w.Plan.Build:
			builds++
		default:
			jobs++
		}
	}
	return jobs, builds
}

// Missing is an error that counts the jobs without a row and names the first. If the
// sweep has shards, it names the shard of each.
func (w *Work) Missing(places []int, shards int) error {
	const few = 5
	var of []int
	if shards > 0 {
		of = deal(w.costs, shards)
	}
	var say []string
	for _, i := range places[:min(few, len(places))] {
		name := w.jobs[i].String()
		if of != nil {
			name += fmt.Sprintf(" (shard %d/%d)", of[i], shards)
		}
		say = append(say, name)
	}
	if len(places) > few {
		say = append(say, fmt.Sprintf("and %d more", len(places)-few))
	}
	return fmt.Errorf("%d of %d cells are missing: %s", len(places), len(w.jobs), strings.Join(say, "; "))
}

// Mine returns the shard's jobs, in the order of the table.
func (w *Work) Mine() []Job {
	var jobs []Job
	for _, i := range slices.Sorted(slices.Values(w.mine)) {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}
