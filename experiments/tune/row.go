package tune

import (
	"context"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
)

// A Row is a finished search: the best setting that it found, and what that is worth.
type Row struct {
	Key     string              `json:"key"`
	Job     Job                 `json:"cell"`
	Setting experiments.Setting `json:"setting"` // with the betas in its schedule, T, and the steps by level
	Grid    string              `json:"grid"`
	J       columns.Real        `json:"J"`
	B       columns.Real        `json:"B"`
	Cost    float64             `json:"evaluations"` // of a run
	Moves   int                 `json:"moves"`       // of the kernel in a run
	Moved   columns.Real        `json:"moved"`       // of these the share that leads to another cell
	Starts  []Start             `json:"starts"`
	// nil of a kernel that does not propose and accept, and in journals that were written before it was known
	Accepted *Accepted     `json:"accepted,omitempty"`
	Build    journal.Build `json:"build"`
}

// Origin returns the row's key, and the job and the build of which it is the key.
func (r Row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Job, r.Build }

// Value is the goal of the row's job.
func (r Row) Value() float64 {
	if r.Job.Goal == ByB {
		return float64(r.B)
	}
	return float64(r.J)
}

// run searches for the best setting of a job on a target that was made.
func (j Job) run(ctx context.Context, on experiments.Chain, b journal.Build) (Row, error) {
	s, err := newSearch(ctx, j, on)
	if err != nil {
		return Row{}, err
	}
	p, starts, err := s.best()
	if err != nil {
		return Row{}, err
	}
	r := Row{Key: journal.Key(j, b), Job: j, Setting: p.setting(j.Setting), Grid: on.Target.Grid.String(),
		Cost: p.at.cost(s.weight, p.steps), Moves: movesOf(p.steps), Starts: starts, Build: b}
	chain, err := r.Setting.On(on.Target)
	if err != nil {
		return Row{}, err
	}
	e, a, err := measured(ctx, chain)
	if err != nil {
		return Row{}, err
	}
	r.J = columns.Real(e.Cell.Jeffreys())
	r.B = columns.Real(e.B())
	r.Moved, r.Accepted = movesOfRun(a)
	return r, nil
}

// measured runs a chain at the T of its setting, as a sweep does.
func measured(ctx context.Context, chain experiments.Chain) (e experiments.Exact, a chains.Annealing, err error) {
	a, _, err = chain.At(ctx, chain.T)
	if err != nil {
		return e, a, err
	}
	r, err := exact.Options{Unchecked: true}.Run(ctx, a)
	if err != nil {
		return e, a, err
	}
	return chain.Measured(a, r), a, nil
}

// setting writes a point as names: betas as a curve, and steps by level where they differ.
func (p point) setting(s experiments.Setting) experiments.Setting {
	s.Kernel = p.at.chain.Kernel
	s.Bridge = p.at.chain.Bridge
	s.T = p.levels.Len()
	s.Schedule = curveOf(p.levels)
	return s.WithSteps(stepsOf(p.steps))
}

// curveOf writes betas with all their digits.
func curveOf(levels chains.Schedule) string {
	words := []string{"curve"}
	for _, beta := range levels.Betas() {
		words = append(words, strconv.FormatFloat(beta, 'g', -1, 64))
	}
	return strings.Join(words, ":")
}

// stepsOf is one number if all levels have as many steps, else a list of them.
func stepsOf(steps []int) string {
	words := make([]string, len(steps))
	alike := true
	for k, n := range steps {
		words[k] = strconv.Itoa(n)
		alike = alike && n == steps[0]
	}
	if alike {
		return words[0]
	}
	return strings.Join(words, ":")
}

// A Work is an ask ready to run.
type Work struct {
	Ask Ask
	*journal.Work[Job, Row]
}

// Work lists the jobs.
func (a Ask) Work(found []experiments.Found) *Work {
	jobs := a.Jobs()
	sizes := map[string]int{}
	for _, f := range found {
		sizes[f.TargetLabel()] = f.Grid.Size()
	}
	return &Work{a, journal.NewWork[Job, Row](jobs, a.costs(jobs, sizes), a.Build, journal.Shard{})}
}

// Run searches for every job that has no row. The rows do not depend on the number of workers.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int, commit func([]Row) error,
	watch func(journal.Pace)) error {
	return w.Work.Run(ctx, rows, workers, func(ctx context.Context, j Job, _ int) (Row, error) {
		target := j.Setting
		target.Kernel = ""
		target.Bridge = ""
		on, err := target.Chain()
		if err != nil {
			return Row{}, err
		}
		return j.run(ctx, on, w.Build)
	}, commit, watch)
}
