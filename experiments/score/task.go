package score

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/grid"
)

// A Task is a job with everything on which its rows depend, except the build.
type Task struct {
	Job
	Scene     string  `json:"scene"`            // a hash of the density, the functions and the starts
	Matrix    string  `json:"matrix,omitempty"` // a hash of a kernel from outside
	Cost      int     `json:"cost"`             // an estimate of the time
	Budgets   []int   `json:"budgets"`
	Equal     Equal   `json:"equal"`
	MostWork  float64 `json:"most_work,omitempty"`
	MostBytes float64 `json:"most_bytes,omitempty"`
	Chains    int     `json:"chains,omitempty"` // of sampled numbers, if there are any
	Seed      *uint64 `json:"seed,omitempty"`   // of the density; nil if nothing in it is random
	MCSeed    uint64  `json:"mc_seed,omitempty"`
	Calibrate bool    `json:"calibrate,omitempty"`
	NoForm    bool    `json:"no_form,omitempty"` // the kernel has no form on the density's axes
}

// A Finished is a task with its rows, as a line of a journal.
type Finished struct {
	Key    string        `json:"key"`
	Task   Task          `json:"cell"` // one cell of a table of densities and kernels
	Rows   []Row         `json:"rows"` // function by function; none if the job was left out
	Points []Point       `json:"points,omitempty"`
	Build  journal.Build `json:"build"`
}

// Origin returns the row's key, and the task and the build of which it is the key.
func (f Finished) Origin() (key string, job any, by journal.Build) { return f.Key, f.Task, f.Build }

// sum is a hash of all names and numbers of the scene.
func (s scene) sum() string {
	h := sha256.New()
	hashed(h, "density "+s.target.Grid.String(), s.target.LogF)
	for x := range s.target.LogF {
		fmt.Fprintln(h, s.target.Grid.Wall(x))
	}
	if kinds := s.target.Grid.Kinds(); slices.Max(kinds) != grid.Line { // the scenes of older journals are all of lines
		fmt.Fprintln(h, "axes", kinds)
	}
	for _, f := range s.functions {
		hashed(h, "function "+f.Name, f.Of)
	}
	for _, start := range s.starts {
		hashed(h, "start "+start.Name, start.Law)
	}
	return digits(h)
}

// hashed adds a list to a hash, behind its name and its length.
func hashed(h hash.Hash, name string, values []float64) {
	fmt.Fprintf(h, "%q %d\n", name, len(values))
	if err := binary.Write(h, binary.LittleEndian, values); err != nil {
		panic("score: " + err.Error())
	}
}

// digits is the first half of a hash in hexadecimal digits.
func digits(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }

// A Listing is what is kept of a plan in a file, so that shards can be merged: its tasks.
type Listing struct {
	journal.Heading
	Constant []string `json:"constant,omitempty"` // the functions left out, if there is one density
	Unsuited []string `json:"unsuited,omitempty"` // densities that no function, or no start, suits
	Tasks    []Task   `json:"tasks"`
}

// Hash is the same for listings of the same tasks, in any build.
func (l Listing) Hash() string {
	l.Heading = journal.Heading{}
	return journal.Hash(l)
}

// Check returns an error if there is no task.
func (l Listing) Check() error {
	if len(l.Tasks) == 0 {
		return errors.New("the plan of a score without a task; another directory would do")
	}
	return nil
}

// Listing lists the tasks of a plan that is prepared.
func (p *Plan) Listing(by journal.Build) Listing {
	l := Listing{Heading: journal.NewHeading(by)}
	for _, d := range p.Densities {
		here := p.scenes[d.Name]()
		scene := here.sum()
		for _, k := range p.Kernels {
			j := Job{d.Name, k.Name}
			t := Task{Job: j, Scene: scene, Cost: p.Cost(j), Budgets: p.Budgets, Equal: p.Equal, MostWork: p.MostWork,
				MostBytes: p.MostBytes, Calibrate: p.Calibrate, Seed: p.Seed, NoForm: p.noForm(j)}
			if given, ok := k.Make.(kernels.Matrices); ok {
				h := sha256.New()
				for _, m := range given.P {
					hashed(h, "matrix", m)
				}
				t.Matrix = digits(h)
			}
			if p.Calibrate {
				t.Chains, t.MCSeed = p.drawn(), p.MCSeed
			}
			l.Tasks = append(l.Tasks, t)
		}
		if len(p.Densities) == 1 {
			l.Constant = here.constant
		}
		if len(here.functions) == 0 || len(here.starts) == 0 {
			l.Unsuited = append(l.Unsuited, d.Name)
		}
	}
	return l
}

// A Work is a listing ready to run: all its tasks, or a shard of them.
type Work = journal.Work[Task, Finished]

// Work lists the tasks, and marks the shard's.
func (l Listing) Work(shard journal.Shard) *Work {
	costs := make([]int, len(l.Tasks))
	for i, t := range l.Tasks {
		costs[i] = t.Cost
	}
	return journal.NewWork[Task, Finished](l.Tasks, costs, l.Build, shard)
}

// Finish does the tasks that have no row in rows, as journal's Work does. If the time has to be equal
// it measures the time of their steps first.
func (p *Plan) Finish(ctx context.Context, w *Work, rows map[string]Finished, commit func([]Finished) error,
	watch func(journal.Pace)) error {
	if p.Equal == Time {
		if err := p.takeTimes(ctx, w.Todo(rows)); err != nil {
			return err
		}
	}
	one := func(ctx context.Context, t Task, _ int) (Finished, error) {
		rows, points, err := p.Do(ctx, t.Job)
		return Finished{Key: journal.Key(t, w.Build), Task: t, Rows: rows, Points: points, Build: w.Build}, err
	}
	return w.Run(ctx, rows, one, commit, watch)
}

// Run does all tasks of a plan that is prepared, on all cores, and keeps their rows in memory alone.
func (p *Plan) Run(ctx context.Context, tell experiments.Progress) (Result, error) {
	listing := p.Listing(journal.Build{})
	rows := map[string]Finished{}
	jobs := listing.Work(journal.Shard{})
	err := p.Finish(ctx, jobs, rows, func([]Finished) error { return nil }, func(pace journal.Pace) {
		tell.Tell(pace.Cost, pace.AllCost)
	})
	if err != nil {
		return Result{}, err
	}
	all, _ := jobs.Table(rows)
	return listing.Result(all), nil
}

// A Result is what there is to tell of tasks that are done: which they were, and their rows.
type Result struct {
	Listing
	Rows   []Row   // normalised
	Points []Point // of Figure 3, if the plan calibrates
	// Verified says which rows that others made were seen again.
	Verified []string
}

// Result joins the rows of finished tasks.
func (l Listing) Result(all []Finished) Result {
	r := Result{Listing: l}
	for _, f := range all {
		r.Rows = append(r.Rows, f.Rows...)
		r.Points = append(r.Points, f.Points...)
	}
	Normalize(r.Rows)
	return r
}

// Equal is what the kernels have alike.
func (r Result) Equal() Equal { return r.Tasks[0].Equal }

// Densities is the number of densities.
func (r Result) Densities() int {
	return len(experiments.Distinct(r.Tasks, func(t Task) string { return t.Density }))
}

// A LeftOut counts the densities on which a kernel has no rows: some, or those on whose axes it has no form.
type LeftOut struct {
	Kernel    string
	Densities int
	NoForm    bool
}

// LeftOut lists the kernels that have no rows on some densities, of those that functions suit.
func (r Result) LeftOut() (all []LeftOut) {
	done := map[Job]bool{}
	for _, row := range r.Rows {
		done[Job{row.Density, row.Kernel}] = true
	}
	for of, tasks := range experiments.GroupBy(r.Tasks,
		func(t Task) LeftOut { return LeftOut{t.Kernel, 0, t.NoForm} }) {
		left := slices.DeleteFunc(tasks, func(t Task) bool {
			return done[t.Job] ||
				slices.Contains(r.Unsuited, t.Density)
		})
		if of.Densities = len(left); of.Densities > 0 {
			all = append(all, of)
		}
	}
	return all
}

// A step is timed over tries of this many steps, and the fastest try counts.
const (
	tries     = 3
	triedStep = 2000
)

// takeTimes measures the price of a step of every task in microseconds, one task after the other: with
// the plain steps of the kernel, from an exact draw.
func (p *Plan) takeTimes(ctx context.Context, tasks []Task) error {
	p.prices = map[Job]float64{}
	for _, t := range tasks {
		j := t.Job
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.Skips(j) {
			continue
		}
		_, s := p.subject(j)
		op := s.Operator()
		dice := sample.Seeded(1)
		x := floats.MaxIdx(s.OnStates(s.P))
		least := time.Duration(math.MaxInt64)
		for range tries {
			start := p.Now()
			for range triedStep {
				x = chains.Step(op, x, dice)
			}
			least = min(least, p.Now().Sub(start))
		}
		p.prices[j] = max(least, 1).Seconds() / triedStep * 1e6
	}
	return nil
}
