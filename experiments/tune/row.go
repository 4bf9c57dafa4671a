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
	Together *Together     `json:"together,omitempty"` // of a panel, which has no J and B
	Build    journal.Build `json:"build"`
}

// Origin returns the row's key, and the job and the build of which it is the key.
func (r Row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Job, r.Build }

// Value is the goal of the row's job.
func (r Row) Value() float64 {
	switch {
	case r.Together != nil:
		return float64(r.Together.Ratio)
	case r.Job.Goal == ByB:
		return float64(r.B)
	}
	return float64(r.J)
}

// run searches for the best setting of a job on a target that was made.
func (j Job) run(ctx context.Context, on experiments.Chain, b journal.Build) (Row, error) {
	s, err := newSearch(ctx, j, []subject{{setting: j.Setting, target: on.Target}})
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
	names := p.at.chains[0]
	s.Kernel = names.Kernel
	s.Bridge = names.Bridge
	s.T = p.levels.Len()
	s.Schedule = curveOf(p.levels)
	return s.WithSteps(stepsOf(p.steps))
}

// levelsOf reads what setting has written.
func levelsOf(s experiments.Setting) (levels chains.Schedule, steps []int) {
	var betas []float64
	for _, word := range strings.Split(s.Schedule, ":")[1:] {
		beta, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("tune: betas that no search wrote: " + err.Error())
		}
		betas = append(betas, beta)
	}
	steps, err := s.StepsEach(s.T)
	if err != nil {
		panic("tune: steps that no search wrote: " + err.Error())
	}
	return scheduleOf(betas), steps
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
	singles, panels *journal.Work[Job, Row] // its parts
}

// Work lists the jobs.
func (a Ask) Work(found []experiments.Found) *Work {
	sizes := map[string]int{}
	for _, f := range found {
		sizes[f.TargetLabel()] = f.Grid.Size()
	}
	of := func(jobs []Job) *journal.Work[Job, Row] {
		return journal.NewWork[Job, Row](jobs, a.costs(jobs, sizes), a.Build, journal.Shard{})
	}
	return &Work{a, of(a.Jobs()), of(a.singleJobs()), of(a.panelJobs())}
}

// Run searches for every job that has no row: those of single targets first, because those of several need them. The
// rows do not depend on the number of workers.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int, commit func([]Row) error,
	watch func(journal.Pace)) error {
	later := w.panels.Pace(rows)
	var sooner journal.Pace
	err := w.runSingles(ctx, rows, workers, commit, func(p journal.Pace) {
		sooner = p
		watch(journal.Pace{Jobs: p.Jobs, AllJobs: p.AllJobs + later.AllJobs, Cost: p.Cost,
			AllCost: p.AllCost + later.AllCost})
	})
	if err != nil || later.AllJobs == 0 {
		return err
	}
	singles, _ := w.singles.Table(rows)
	return w.panels.Run(ctx, rows, workers, func(ctx context.Context, j Job, _ int) (Row, error) {
		return j.share(ctx, singles, w.Build)
	}, commit, func(p journal.Pace) {
		watch(journal.Pace{Jobs: sooner.Jobs + p.Jobs, AllJobs: sooner.AllJobs + p.AllJobs,
			Cost: sooner.Cost + p.Cost, AllCost: sooner.AllCost + p.AllCost})
	})
}

// runSingles searches for every job of one target that has no row.
func (w *Work) runSingles(ctx context.Context, rows map[string]Row, workers int, commit func([]Row) error,
	watch func(journal.Pace)) error {
	return w.singles.Run(ctx, rows, workers, func(ctx context.Context, j Job, _ int) (Row, error) {
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
