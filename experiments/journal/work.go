package journal

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"breadboard/experiments"
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
	if !shard.whole() {
		of := deal(costs, shard.N)
		w.mine = slices.DeleteFunc(w.mine, func(i int) bool { return of[i] != shard.I })
	}
	return w
}

// Len is the number of the shard's jobs.
func (w *Work[J, R]) Len() int { return len(w.mine) }

// Dearest yields the shard's jobs and their costs, the dearest first.
func (w *Work[J, R]) Dearest() iter.Seq2[J, int] {
	return func(yield func(J, int) bool) {
		for _, i := range w.mine {
			if !yield(w.jobs[i], w.costs[i]) {
				return
			}
		}
	}
}

// Todo returns the shard's jobs that have no row in rows, the dearest first.
func (w *Work[J, R]) Todo(rows map[string]R) (jobs []J) {
	for _, i := range w.todo(rows) {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}

func (w *Work[J, R]) todo(rows map[string]R) (places []int) {
	for _, i := range w.mine {
		if _, ok := rows[w.keys[i]]; !ok {
			places = append(places, i)
		}
	}
	return places
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

// Missing is an error that counts the jobs without a row and names the first. If there
// are shards, it names the shard of each.
func (w *Work[J, R]) Missing(places []int, shards int) error {
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
	return fmt.Errorf("%d of %d results are missing: %s", len(places), len(w.jobs), strings.Join(say, "; "))
}

// Mine returns the shard's jobs, in the order of the table.
func (w *Work[J, R]) Mine() []J {
	var jobs []J
	for _, i := range slices.Sorted(slices.Values(w.mine)) {
		jobs = append(jobs, w.jobs[i])
	}
	return jobs
}
