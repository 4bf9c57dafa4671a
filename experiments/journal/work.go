package journal

import (
	"container/heap"
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains/crew"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// A Work is a list of jobs ready to run: all of them, or a shard.
type Work[J fmt.Stringer, R Row] struct {
	Build Build
	Shard Shard
	jobs  []J // of all shards, in the order of the table
	keys  []string
	costs []int
	mine  []int // the places of the shard's jobs, the dearest first
}

// NewWork marks the shard's jobs. costs estimates the time of each job, in any unit. It
// depends on the jobs alone, so that every shard deals them alike.
func NewWork[J fmt.Stringer, R Row](jobs []J, costs []int, by Build, shard Shard) *Work[J, R] {
	w := &Work[J, R]{Build: by, Shard: shard, jobs: jobs, costs: costs, keys: make([]string, len(jobs))}
	for i, j := range jobs {
		w.keys[i] = Key(j, by)
	}
	w.mine = experiments.Dearest(costs)
	if shard.N > 0 {
		of := deal(costs, shard.N)
		w.mine = slices.DeleteFunc(w.mine, func(i int) bool { return of[i] != shard.I })
	}
	return w
}

// Len is the number of the shard's jobs.
func (w *Work[J, R]) Len() int { return len(w.mine) }

// Todo returns the shard's jobs that have no row in rows, the dearest first.
func (w *Work[J, R]) Todo(rows map[string]R) (jobs []J) {
	for _, i := range w.todo(rows) {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}

func (w *Work[J, R]) todo(rows map[string]R) []int {
	return slices.DeleteFunc(slices.Clone(w.mine), func(i int) bool {
		_, done := rows[w.keys[i]]
		return done
	})
}

// Owns returns a function that reports whether a row is of one of the shard's jobs, in this build.
func (w *Work[J, R]) Owns() func(R) bool {
	mine := make(map[string]bool, len(w.mine))
	for _, i := range w.mine {
		mine[w.keys[i]] = true
	}
	return func(r R) bool {
		key, _, _ := r.Origin()
		return mine[key]
	}
}

// Table returns the row of every job, of all shards, in order, and the places of the
// jobs that have none.
func (w *Work[J, R]) Table(rows map[string]R) (table []R, missing []int) {
	table = make([]R, 0, min(len(rows), len(w.keys)))
	for i, key := range w.keys {
		if r, ok := rows[key]; ok {
			table = append(table, r)
		} else {
			missing = append(missing, i)
		}
	}
	return table, missing
}

// Others counts rows of none of the jobs: of other jobs, or of another build.
func (w *Work[J, R]) Others(rows map[string]R) (jobs, builds int) {
	asked := make(map[string]bool, len(w.keys))
	for _, key := range w.keys {
		asked[key] = true
	}
	for key, r := range rows {
		_, _, by := r.Origin()
		switch {
		case asked[key]:
		case by != w.Build:
			builds++
		default:
			jobs++
		}
	}
	return jobs, builds
}

// Missing is an error that counts the jobs without a row and names the first, of each
// shard if there are shards.
func (w *Work[J, R]) Missing(places []int, shards int) error {
	of := make([]int, len(w.jobs))
	if shards > 0 {
		of = deal(w.costs, shards)
	}
	slices.SortStableFunc(places, func(i, k int) int { return of[i] - of[k] })
	var parts []string
	for shard, missing := range experiments.GroupBy(places, func(i int) int { return of[i] }) {
		const few = 3
		names := fmt.Sprintf("%v", w.jobs[missing[0]])
		for _, i := range missing[1:min(few, len(missing))] {
			names += fmt.Sprintf("; %v", w.jobs[i])
		}
		if more := len(missing) - few; more > 0 {
			names += fmt.Sprintf("; and %s more", text.Thousands(more))
		}
		if shards > 0 {
			names = fmt.Sprintf("shard %d of %d (%s)", shard, shards, names)
		}
		parts = append(parts, names)
	}
	return fmt.Errorf("%s of %s results are missing: %s", text.Thousands(len(places)), text.Thousands(len(w.jobs)),
		strings.Join(parts, ", "))
}

// Mine returns the shard's jobs, in the order of the table.
func (w *Work[J, R]) Mine() []J {
	var jobs []J
	for _, i := range slices.Sorted(slices.Values(w.mine)) {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}

// A Pace is the progress of a run through the jobs that had no row when it began.
type Pace struct {
	Jobs, AllJobs int
	Cost, AllCost int // of these jobs
}

// Pace is that of a run through the jobs that have no row in rows, when it begins.
func (w *Work[J, R]) Pace(rows map[string]R) (p Pace) {
	for _, i := range w.todo(rows) {
		p.AllJobs++
		p.AllCost += w.costs[i]
	}
	return p
}

// Run computes every job of the shard without a row in rows, on all cores. The dearest come first, so that no core is
// left with a long one at the end. one computes a job on as many cores as it is told. One goroutine hands finished
// rows to commit, all that are ready at a time. It then adds them to rows, and watch gets the
// pace. The error is commit's, one's or ctx's; rows that were committed stay.
func (w *Work[J, R]) Run(ctx context.Context, rows map[string]R,
	one func(ctx context.Context, j J, workers int) (R, error), commit func([]R) error, watch func(Pace)) error {
	todo := w.todo(rows)
	costs := map[string]int{}
	for _, i := range todo {
		costs[w.keys[i]] = w.costs[i]
	}
	pace := w.Pace(rows)
	watch(pace)
	workers := runtime.GOMAXPROCS(0)
	ready := make(chan R, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group := crew.New()
	group.Go(func() (err error) {
		for r := range ready {
			batch := []R{r}
			for range len(ready) { // all that came during the previous commit
				batch = append(batch, <-ready)
			}
			if err != nil {
				continue // later rows are dropped, so that no sender waits
			}
			if err = commit(batch); err != nil {
				stop(err)
				continue
			}
			for _, r := range batch {
				key, _, _ := r.Origin()
				rows[key] = r
				pace.Jobs++
				pace.Cost += costs[key]
			}
			watch(pace)
		}
		return err
	})
	group.Go(func() error {
		defer close(ready)
		each, ctx := crew.WithContext(ctx)
		each.SetLimit(workers)
		for _, i := range todo {
			each.Go(func() error {
				row, err := one(ctx, w.jobs[i], max(1, workers/len(todo)))
				if err == nil {
					ready <- row
				}
				return err
			})
		}
		return each.Wait()
	})
	return group.Wait()
}

// A Shard is the Ith of N parts of a list of jobs, from 1. The zero value is the whole.
type Shard struct{ I, N int }

// mostShards exceeds the number of tasks in any cluster's array.
const mostShards = 1_000_000

// exists reports whether I and N name a part.
func (s Shard) exists() bool { return s.I >= 1 && s.I <= s.N && s.N <= mostShards }

// Journal is the name of the shard's journal in the directory of the run.
func (s Shard) Journal() string {
	if s.N == 0 {
		return "journal.jsonl"
	}
	return fmt.Sprintf("journal-%d-of-%d.jsonl", s.I, s.N)
}

// ShardOf returns the shard whose journal has this name; ok is false if there is
// none.
func ShardOf(name string) (s Shard, ok bool) {
	if name == s.Journal() {
		return s, true
	}
	_, err := fmt.Sscanf(name, "journal-%d-of-%d.jsonl", &s.I, &s.N)
	return s, err == nil && s.exists() && s.Journal() == name
}

var shardForm = regexp.MustCompile(`^(\d{1,7})/(\d{1,7})$`)

// ParseShard reads "I/N".
func ParseShard(text string) (s Shard, err error) {
	if m := shardForm.FindStringSubmatch(text); m != nil {
		s.I, _ = strconv.Atoi(m[1])
		s.N, _ = strconv.Atoi(m[2])
	}
	if !s.exists() {
		return Shard{}, experiments.Faultf("%v %q; I/N with I from 1 to N, as 3/8, would do",
			experiments.Field("shard"), text)
	}
	return s, nil
}

// deal returns the shard, from 1 to n, of each job. It deals the dearest jobs first,
// each to the shard that has least to do, and among equals to the first. No shard
// then has more than the mean and one job besides.
func deal(costs []int, n int) []int {
	shards := make(loads, n)
	for i := range shards {
		shards[i].shard = i + 1
	}
	of := make([]int, len(costs))
	for _, i := range experiments.Dearest(costs) {
		of[i] = shards[0].shard
		shards[0].sum += costs[i]
		heap.Fix(&shards, 0)
	}
	return of
}

// loads is a heap, the least loaded shard on top.
type loads []struct{ sum, shard int }

func (l loads) Len() int { return len(l) }
func (l loads) Less(i, j int) bool {
	return l[i].sum < l[j].sum || l[i].sum == l[j].sum && l[i].shard < l[j].shard
}
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *loads) Push(any)     { panic("journal: shards do not come and go") }
func (l *loads) Pop() any     { panic("journal: shards do not come and go") }
