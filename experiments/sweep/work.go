package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/grid/text"
)

// A Work is a plan ready to run: all its jobs, or a shard of them.
type Work struct {
	Plan  Plan
	Shard Shard
	Ask   experiments.Ask // returns the rows of the plan's program; nil if there is none

	jobs    []Job // of all shards, in the order of the table
	keys    []string
	costs   []int // they depend on the plan alone, so that every shard deals the jobs alike
	mine    []int // the places of the shard's jobs
	chains  map[string]func() (experiments.Chain, error)
	keeping bool // of chains
}

// mostKept is the number of cells of all chains up to which each is made once, for all jobs of its family. A chain of
// few cells counts as one of aChain.
const mostKept, aChain = 1 << 24, 200

// Work lists the jobs of the plan, and marks the shard's.
func (p Plan) Work(shard Shard) *Work {
	w := &Work{Plan: p, Shard: shard, jobs: p.Jobs(), chains: map[string]func() (experiments.Chain, error){}}
	cells := 0
	for i, j := range w.jobs {
		size := p.Targets[i*len(p.Targets)/len(w.jobs)].Size
		w.keys = append(w.keys, journal.Key(j, p.Build))
		w.costs = append(w.costs, j.cost(size))
		if family := j.Family(); w.chains[family] == nil {
			w.chains[family] = sync.OnceValues(j.Setting.Chain)
			cells += size + aChain
		}
	}
	w.keeping = cells <= mostKept
	for i, of := range deal(w.costs, max(shard.N, 1)) {
		if of == max(shard.I, 1) {
			w.mine = append(w.mine, i)
		}
	}
	return w
}

// Len is the number of the shard's jobs.
func (w *Work) Len() int { return len(w.mine) }

// Mine returns the shard's jobs, in the order of the table.
func (w *Work) Mine() (jobs []Job) {
	for _, i := range w.mine {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}

// Rows reads the rows of the shard's jobs from those that are kept, by their keys. others counts the rows of none of
// the jobs, of any shard: of other jobs, or of another build.
func (w *Work) Rows(kept journal.Rows) (rows map[string]Row, others int, err error) {
	rows = map[string]Row{}
	others = len(kept)
	for _, key := range w.keys {
		if kept[key] != nil {
			others--
		}
	}
	for _, i := range w.mine {
		line, ok := kept[w.keys[i]]
		if !ok {
			continue
		}
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, 0, fmt.Errorf("the row of %s: %w", w.jobs[i], err)
		}
		rows[row.Key] = row
	}
	return rows, others, nil
}

// Table returns the row of every job, of all shards, in order, and the places of the jobs that have none.
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

// Missing is an error that counts the jobs without a row and names the first, and the shards to which they belong if
// there are shards.
func (w *Work) Missing(places []int, shards int) error {
	says := fmt.Sprintf("%s of %s results are missing", text.Thousands(len(places)), text.Thousands(len(w.jobs)))
	if shards > 0 {
		of := deal(w.costs, shards)
		var their []int
		for _, i := range places {
			their = append(their, of[i])
		}
		slices.Sort(their)
		says += fmt.Sprintf(", of the shards %v of %d", slices.Compact(their), shards)
	}
	return fmt.Errorf("%s; the first is %s", says, w.jobs[places[0]])
}

// A Pace is the progress of a run through the jobs that had no row when it began.
type Pace struct {
	Jobs, AllJobs int
	Cost, AllCost int // of these jobs
}

// Run computes every job of the shard without a row in rows, on all cores. The dearest come first, so that no core is
// left with a long one at the end. One goroutine hands finished rows to commit, all that are ready at a time. It then
// adds them to rows, and watch gets the pace. Rows do not depend on the number of cores. The error is commit's or
// ctx's, or that a file has changed; rows that were committed stay.
func (w *Work) Run(ctx context.Context, rows map[string]Row, commit func([]Row) error, watch func(Pace)) error {
	var todo, sizes []int
	costs := map[string]int{}
	pace := Pace{}
	for _, i := range w.mine {
		if _, done := rows[w.keys[i]]; done {
			continue
		}
		todo = append(todo, i)
		sizes = append(sizes, w.costs[i])
		costs[w.keys[i]] = w.costs[i]
		pace.AllJobs++
		pace.AllCost += w.costs[i]
	}
	watch(pace)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ready := make(chan Row, runtime.GOMAXPROCS(0))
	committed := make(chan error)
	go func() {
		var err error
		for r := range ready {
			batch := []Row{r}
			for range len(ready) { // all that came during the previous commit
				batch = append(batch, <-ready)
			}
			if err != nil {
				continue // later rows are dropped, so that no sender waits
			}
			err = commit(batch)
			if err != nil {
				stop(err)
				continue
			}
			for _, r := range batch {
				rows[r.Key] = r
				pace.Jobs++
				pace.Cost += costs[r.Key]
			}
			watch(pace)
		}
		committed <- err
	}()
	err := experiments.EachSized(ctx, sizes, nil, func(ctx context.Context, i int) error {
		row, err := w.runJob(ctx, w.jobs[todo[i]])
		if err == nil {
			ready <- row
		}
		return err
	})
	close(ready)
	if failed := <-committed; failed != nil {
		return failed
	}
	return err
}

// runJob computes a job on the chain of its family.
func (w *Work) runJob(ctx context.Context, j Job) (Row, error) {
	make := j.Setting.Chain
	if w.keeping {
		make = w.chains[j.Family()]
	}
	chain, err := make()
	if err == nil {
		chain, err = chain.WithSchedule(j.Schedule)
	}
	if err == nil {
		err = j.unchanged()
	}
	if err != nil {
		return Row{}, err
	}
	if j.Exec != "" && w.Ask != nil { // every job anew: rows that waited for others would fill the memory
		chain = chain.Asking(w.Ask)
	}
	return j.run(ctx, chain, w.Plan.Build)
}

// A Shard is the Ith of N parts of a list of jobs, from 1. The zero value is the whole.
type Shard struct{ I, N int }

// mostShards exceeds the number of tasks in any cluster's array.
const mostShards = 100_000

// exists reports whether I and N name a part.
func (s Shard) exists() bool { return s.I >= 1 && s.I <= s.N && s.N <= mostShards }

// String is I/N.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.N) }

// Journal is the name of the shard's journal in the directory of the run.
func (s Shard) Journal() string {
	if s.N == 0 {
		return "journal.jsonl"
	}
	return fmt.Sprintf("journal-%d-of-%d.jsonl", s.I, s.N)
}

// ShardOf returns the shard whose journal has this name; ok is false if there is none.
func ShardOf(name string) (s Shard, ok bool) {
	if name == s.Journal() {
		return s, true
	}
	_, err := fmt.Sscanf(name, "journal-%d-of-%d.jsonl", &s.I, &s.N)
	return s, err == nil && s.exists() && s.Journal() == name
}

// ParseShard reads "I/N".
func ParseShard(text string) (s Shard, err error) {
	_, err = fmt.Sscanf(text, "%d/%d", &s.I, &s.N)
	if err != nil || !s.exists() || s.String() != text {
		return Shard{}, experiments.Faultf("%v %q; I/N with I from 1 to N, as 3/8, would do",
			experiments.Field("shard"), text)
	}
	return s, nil
}

// deal returns the shard, from 1 to n, of each job. It deals the dearest jobs first, each to the shard that has least
// to do, and among equals to the first. No shard then has more than the mean and one job besides.
func deal(costs []int, n int) []int {
	sums := make([]int, n)
	of := make([]int, len(costs))
	for _, i := range experiments.Dearest(costs) {
		least := slices.Index(sums, slices.Min(sums))
		sums[least] += costs[i]
		of[i] = 1 + least
	}
	return of
}
