package sweep

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
)

// A Plan has the jobs of a sweep, in the order of the table, and what was read for them: a file that changes later
// changes nothing.
type Plan struct {
	Shard  Shard   // the part that is run
	Doubts []error // about the files

	tasks []task // of all shards
	build journal.Build
	by    experiments.Stepper // has the rows of the command
}

// A task has a job and what it takes to run it.
type task struct {
	Job
	key      string                               // of its row
	cost     int                                  // depends only on the spec, so that every shard deals the tasks alike
	cells    int                                  // of the target
	annealer func() (experiments.Annealer, error) // shared by jobs that differ only in schedule and T
	schedule *experiments.Resolved
}

// AskBy takes the rows of the command from by, and adds them to what was read for its jobs: those on each target, with
// the first bridge and the first initial density. The command may change, and its rows with it.
func (p *Plan) AskBy(ctx context.Context, by experiments.Stepper) error {
	p.by = by
	told := map[string]string{} // by target
	for i, t := range p.tasks {
		if t.Exec == "" {
			continue
		}
		target := t.TargetLabel()
		if told[target] == "" {
			annealer, err := t.annealer()
			if err == nil {
				told[target], err = annealer.WithRows(by).RowsFingerprint(ctx)
			}
			if err != nil {
				return err
			}
		}
		p.tasks[i].Read = journal.Hash([]string{t.Read, told[target]})
		p.tasks[i].key = journal.Key(p.tasks[i].Job, p.build)
	}
	return nil
}

// Len returns the number of jobs of all shards.
func (p Plan) Len() int { return len(p.tasks) }

// Hash returns a hash of the keys of all jobs.
func (p Plan) Hash() string {
	var keys []string
	for _, t := range p.tasks {
		keys = append(keys, t.key)
	}
	return journal.Hash(keys)
}

// own returns the tasks of the shard.
func (p Plan) own() (tasks []task) {
	for i, of := range p.deal(max(p.Shard.N, 1)) {
		if of == max(p.Shard.I, 1) {
			tasks = append(tasks, p.tasks[i])
		}
	}
	return tasks
}

// Jobs returns the jobs of the shard.
func (p Plan) Jobs() (jobs []Job) {
	for _, t := range p.own() {
		jobs = append(jobs, t.Job)
	}
	return jobs
}

// KeptRows returns the rows of the shard's jobs among the kept rows, by their keys.
func (p Plan) KeptRows(kept journal.Rows) (map[string]Row, error) {
	rows := map[string]Row{}
	for _, t := range p.own() {
		line, ok := kept[t.key]
		if !ok {
			continue
		}
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("the row of %s: %w", t.Job, err)
		}
		rows[row.Key] = row
	}
	return rows, nil
}

// Foreign counts the kept rows that are of none of the jobs.
func (p Plan) Foreign(kept journal.Rows) int {
	n := len(kept)
	for _, t := range p.tasks {
		if _, own := kept[t.key]; own {
			n--
		}
	}
	return n
}

// Unfinished counts those of n shards that have a job without a kept row; none if n is 0.
func (p Plan) Unfinished(kept journal.Rows, n int) int {
	shards := map[int]bool{}
	if n == 0 {
		return 0
	}
	for i, of := range p.deal(n) {
		if _, done := kept[p.tasks[i].key]; !done {
			shards[of] = true
		}
	}
	return len(shards)
}

// Table returns the rows of the jobs, in order. A job without a row is left out.
func (p Plan) Table(rows map[string]Row) (table []Row) {
	for _, t := range p.tasks {
		if r, ok := rows[t.key]; ok {
			table = append(table, r)
		}
	}
	return table
}

// Run computes every job of the shard without a row in rows, on all cores, the cheapest first: who stops it has rows. A
// finished row goes to commit, one at a time, and then into rows. Rows do not depend on the number of cores. The error
// is commit's or ctx's, or says that a command told no rows; committed rows stay.
func (p Plan) Run(ctx context.Context, rows map[string]Row, commit func(Row) error,
	progress experiments.Progress) error {
	todo := slices.DeleteFunc(p.own(), func(t task) bool {
		_, done := rows[t.key]
		return done
	})
	slices.SortStableFunc(todo, func(a, b task) int { return cmp.Compare(a.cost, b.cost) })
	var costs []int
	largest := 0.0
	for _, t := range todo {
		costs = append(costs, t.cost)
		largest = max(largest, experiments.CellBytes*float64(t.cells)+sample.ChainBytes*float64(t.Chains))
	}
	if p.by != nil { // a command answers one question at a time, and its rows are in the journal in order
		largest = math.Inf(1)
	}
	var mu sync.Mutex
	run := func(ctx context.Context, i int, progress experiments.Progress) error {
		row, err := p.run(ctx, todo[i], progress)
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
	}
	return experiments.EachInOrder(ctx, costs, largest, progress, run)
}

// run computes a job.
func (p Plan) run(ctx context.Context, t task, progress experiments.Progress) (Row, error) {
	annealer, err := t.annealer()
	if err != nil {
		return Row{}, err
	}
	annealer.Resolved = annealer.WithSchedule(*t.schedule)
	annealer.Watch = progress.Watch
	if t.Exec != "" { // for every job anew: rows that wait for other jobs would fill the memory
		annealer = annealer.WithRows(p.by)
	}
	return t.Job.run(ctx, annealer, p.build)
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

// deal returns the shard of each task, from 1 to n. It deals the most expensive tasks first, each to the first shard
// with the least cost. No shard then has more than the mean cost and one task.
func (p Plan) deal(n int) []int {
	sums := make([]int, n)
	costs := make([]int, len(p.tasks))
	of := make([]int, len(p.tasks))
	for i, t := range p.tasks {
		costs[i] = t.cost
	}
	for _, i := range experiments.CostliestFirst(costs) {
		least := slices.Index(sums, slices.Min(sums))
		sums[least] += costs[i]
		of[i] = 1 + least
	}
	return of
}
