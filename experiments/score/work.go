package score

import (
	"context"
	"errors"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

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
	l := Listing{Heading: journal.NewHeading(by), Tasks: p.tasks()}
	if len(p.Densities) == 1 {
		l.Constant = p.Constant(p.Densities[0].Name)
	}
	for _, d := range p.Densities {
		if s, _ := p.scenes[d.Name](); len(s.functions) == 0 || len(s.starts) == 0 {
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
func (p *Plan) Finish(ctx context.Context, w *Work, rows map[string]Finished, workers int,
	commit func([]Finished) error, watch func(journal.Pace)) error {
	if p.Equal == Time {
		if err := p.takeTimes(ctx, w.Todo(rows)); err != nil {
			return err
		}
	}
	one := func(ctx context.Context, t Task, _ int) (Finished, error) {
		rows, points, err := p.Do(ctx, t.Job)
		return Finished{Key: journal.Key(t, w.Build), Task: t, Rows: rows, Points: points, Build: w.Build}, err
	}
	return w.Run(ctx, rows, workers, one, commit, watch)
}

// Run does all tasks of a plan that is prepared, on as many cores as workers says (below 1: all),
// and keeps their rows in memory alone.
func (p *Plan) Run(ctx context.Context, workers int, tell experiments.Progress) (Result, error) {
	listing, rows := p.Listing(journal.Build{}), map[string]Finished{}
	work := listing.Work(journal.Shard{})
	err := p.Finish(ctx, work, rows, workers, func([]Finished) error { return nil }, func(pace journal.Pace) {
		if tell != nil {
			tell(pace.Cost, pace.AllCost)
		}
	})
	if err != nil {
		return Result{}, err
	}
	all, _ := work.Table(rows)
	return listing.Result(all), nil
}
