package sweep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"breadboard/experiments"

	"breadboard/chains/crew"
)

// A Work is a plan about to be run: all its jobs, or a shard of them.
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
	w.mine = dearest(w.costs)
	if !shard.whole() {
		of := deal(w.costs, shard.N)
		w.mine = slices.DeleteFunc(w.mine, func(i int) bool { return of[i] != shard.I })
	}
	return w
}

// Len is the number of the shard's jobs.
func (w *Work) Len() int { return len(w.mine) }

// A Pace is the progress of a sweep through the jobs that were left when it began.
type Pace struct {
	Jobs, AllJobs int
	Cost, AllCost int // of these jobs
}

// Run computes every job of the shard without a row in rows, on as many cores as workers
// says (below 1: all). The dearest come first, so that no core is left with a long one at
// the end. Finished rows go to commit, from one goroutine, as many at a time as are
// ready. Then they are added to rows, and watch gets the pace. Rows do not depend on
// workers. The error is commit's, ctx's, or that a file has changed; the rows that were
// committed are kept also then.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int,
	commit func([]Row) error, watch func(Pace)) error {
	todo := w.todo(rows)
	pace := w.pace(todo)
	watch(pace)
	workers = experiments.Workers(workers)
	ready := make(chan done, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group := crew.New()
	group.Go(func() error { return gather(ready, rows, &pace, commit, watch, stop) })
	group.Go(func() error { return w.compute(ctx, todo, workers, ready) })
	return group.Wait()
}

// A done is a finished job.
type done struct {
	row  Row
	cost int
}

// todo lists the shard's jobs without a row.
func (w *Work) todo(rows map[string]Row) []int {
	return slices.DeleteFunc(slices.Clone(w.mine), func(i int) bool { _, ok := rows[w.keys[i]]; return ok })
}

func (w *Work) pace(todo []int) Pace {
	p := Pace{AllJobs: len(todo)}
	for _, i := range todo {
		p.AllCost += w.costs[i]
	}
	return p
}

// compute sends the rows of jobs to ready, and closes it.
func (w *Work) compute(ctx context.Context, todo []int, workers int, ready chan<- done) error {
	defer close(ready)
	jobs := make([]Job, len(todo))
	for k, i := range todo {
		jobs[k] = w.jobs[i]
	}
	chains := newPool(jobs)
	group, ctx := crew.WithContext(ctx)
	var mu sync.Mutex
	next := 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	for range min(workers, len(todo)) {
		group.Go(func() error {
			for k := take(); k < len(todo); k = take() {
				row, err := chains.run(ctx, jobs[k], w.Plan.Build, max(1, workers/len(todo)))
				if err != nil {
					return err
				}
				ready <- done{row, w.costs[todo[k]]}
			}
			return nil
		})
	}
	return group.Wait()
}

// gather commits rows as they come, and at once all those that came while the last were
// committed. An error stops the work; rows that still come are taken and dropped, so
// that nobody waits.
func gather(ready <-chan done, rows map[string]Row, pace *Pace,
	commit func([]Row) error, watch func(Pace), stop func(error)) (err error) {
	for d := range ready {
		batch := []done{d}
		for more := true; more; {
			select {
			case d, ok := <-ready:
				if more = ok; ok {
					batch = append(batch, d)
				}
			default:
				more = false
			}
		}
		if err != nil {
			continue
		}
		lines := make([]Row, len(batch))
		for i, d := range batch {
			lines[i] = d.row
		}
		if err = commit(lines); err != nil {
			stop(err)
			continue
		}
		for _, d := range batch {
			rows[d.row.Key] = d.row
			pace.Jobs++
			pace.Cost += d.cost
		}
		watch(*pace)
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

// Others counts rows that the plan does not ask for: of other jobs, or of another
// build.
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

// Missing is an error that counts the jobs without a row and names the first. If there
// are shards, it names the shard of each.
func (w *Work) Missing(places []int, shards int) error {
	const few = 5
	text := fmt.Sprintf("%d of %d cells are missing:", len(places), len(w.jobs))
	var of []int
	if shards > 0 {
		of = deal(w.costs, shards)
	}
	for k, i := range places[:min(few, len(places))] {
		if k > 0 {
			text += ";"
		}
		text += " " + w.jobs[i].String()
		if of != nil {
			text += fmt.Sprintf(" (shard %d/%d)", of[i], shards)
		}
	}
	if len(places) > few {
		text += fmt.Sprintf("; and %d more", len(places)-few)
	}
	return errors.New(text)
}

// Mine has the shard's jobs, in the order of the table.
func (w *Work) Mine() iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for _, i := range slices.Sorted(slices.Values(w.mine)) {
			if !yield(w.jobs[i]) {
				return
			}
		}
	}
}
