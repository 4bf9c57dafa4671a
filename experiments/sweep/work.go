package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
)

// A Work has the jobs of a plan, and those of a shard, ready to run.
type Work struct {
	Plan  Plan
	Shard Shard
	Ask   experiments.AskRows // asks for the rows of the plan's command; nil if there is none

	jobs      []Job // of all shards, in the order of the table
	keys      []string
	costs     []int // they depend only on the plan, so that every shard deals the jobs alike
	shardJobs []int // places of the shard's jobs
	annealers map[string]func() (experiments.Annealer, error)
}

// Work returns the jobs of the plan, and those of the shard.
func (p Plan) Work(shard Shard) *Work {
	w := &Work{Plan: p, Shard: shard, jobs: p.Jobs(), annealers: map[string]func() (experiments.Annealer, error){}}
	for i, j := range w.jobs {
		target := p.Targets[i*len(p.Targets)/len(w.jobs)] // each has equally many jobs, one after the other
		w.keys = append(w.keys, journal.Key(j, p.Build))
		w.costs = append(w.costs, j.cost(target.Size))
		if family := j.AnnealerKey(); w.annealers[family] == nil {
			w.annealers[family] = sync.OnceValues(j.Setting.Annealer)
		}
	}
	for i, of := range deal(w.costs, max(shard.N, 1)) {
		if of == max(shard.I, 1) {
			w.shardJobs = append(w.shardJobs, i)
		}
	}
	return w
}

// ShardJobs returns the shard's jobs, in the order of the table.
func (w *Work) ShardJobs() (jobs []Job) {
	for _, i := range w.shardJobs {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}

// KeptRows returns the rows of the shard's jobs among the kept rows, by their keys.
func (w *Work) KeptRows(kept journal.Rows) (map[string]Row, error) {
	rows := map[string]Row{}
	for _, i := range w.shardJobs {
		line, ok := kept[w.keys[i]]
		if !ok {
			continue
		}
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("the row of %s: %w", w.jobs[i], err)
		}
		rows[row.Key] = row
	}
	return rows, nil
}

// Foreign counts the kept rows that are of no job of the plan.
func (w *Work) Foreign(kept journal.Rows) int {
	n := len(kept)
	for _, key := range w.keys {
		if _, own := kept[key]; own {
			n--
		}
	}
	return n
}

// Unfinished counts those of n shards that have a job without a kept row; none if n is 0.
func (w *Work) Unfinished(kept journal.Rows, n int) int {
	shards := map[int]bool{}
	if n == 0 {
		return 0
	}
	for i, of := range deal(w.costs, n) {
		if _, done := kept[w.keys[i]]; !done {
			shards[of] = true
		}
	}
	return len(shards)
}

// Table returns the rows of the jobs of all shards, in order. A job without a row is left out.
func (w *Work) Table(rows map[string]Row) (table []Row) {
	for _, key := range w.keys {
		if r, ok := rows[key]; ok {
			table = append(table, r)
		}
	}
	return table
}

// Run computes every job of the shard without a row in rows, on all cores, the most expensive first. A finished row
// goes to commit, one at a time, and then into rows. Rows do not depend on the number of cores. The error is commit's
// or ctx's, or says that a file has changed; committed rows stay.
func (w *Work) Run(ctx context.Context, rows map[string]Row, commit func(Row) error,
	progress experiments.Progress) error {
	var todo, costs []int
	for _, i := range w.shardJobs {
		if _, done := rows[w.keys[i]]; !done {
			todo = append(todo, i)
			costs = append(costs, w.costs[i])
		}
	}
	largest := 0.0
	for _, t := range w.Plan.Targets {
		largest = max(largest, experiments.CellBytes*float64(t.Size))
	}
	var mu sync.Mutex
	largest += sample.ChainBytes * float64(w.Plan.Spec.Chains)
	return experiments.EachSized(ctx, costs, largest, progress, func(ctx context.Context, i int) error {
		row, err := w.runJob(ctx, w.jobs[todo[i]])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		err = commit(row)
		if err == nil {
			rows[row.Key] = row
		}
		return err
	})
}

// runJob computes a job by the annealer of its key.
func (w *Work) runJob(ctx context.Context, j Job) (Row, error) {
	annealer, err := w.annealers[j.AnnealerKey()]()
	if err == nil {
		annealer, err = annealer.WithSchedule(j.Schedule)
	}
	if err == nil {
		err = w.Plan.unchanged()
	}
	if err != nil {
		return Row{}, err
	}
	if j.Exec != "" && w.Ask != nil { // for every job anew: rows that wait for other jobs would fill the memory
		annealer = annealer.WithRows(w.Ask)
	}
	return j.run(ctx, annealer, w.Plan.Build)
}

// A Shard names the I-th of N parts of a list of jobs, from 1. The zero Shard is the whole list.
type Shard struct{ I, N int }

// exists reports whether I and N name a part.
func (s Shard) exists() bool { return s.I >= 1 && s.I <= s.N && s.N <= lists.Most }

// String returns I/N.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.N) }

// Journal returns the name of the shard's journal in the directory of the run.
func (s Shard) Journal() string {
	if s.N == 0 {
		return "journal.jsonl"
	}
	return fmt.Sprintf("journal-%d-of-%d.jsonl", s.I, s.N)
}

// ShardOf returns the shard whose journal has this name. ok is false if there is none.
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
		return Shard{}, experiments.Faultf("%v %q; use I/N with I from 1 to N, as 3/8",
			experiments.Field("shard"), text)
	}
	return s, nil
}

// deal returns the shard of each job, from 1 to n. It deals the most expensive jobs first, each to the first shard with
// the least cost. No shard then has more than the mean cost and one job.
func deal(costs []int, n int) []int {
	sums := make([]int, n)
	of := make([]int, len(costs))
	for _, i := range experiments.CostliestFirst(costs) {
		least := slices.Index(sums, slices.Min(sums))
		sums[least] += costs[i]
		of[i] = 1 + least
	}
	return of
}
