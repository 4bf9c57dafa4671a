package tune

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
)

// A Together is what one setting for several targets is worth.
type Together struct {
	// the goal: of J over the least J that was found for each target at the price
	Ratio columns.Real `json:"ratio"`
	// the least that a setting has which is best for one target; +Inf if none of them is afforded on all
	Winners columns.Real `json:"winners"`
	On      []Outcome    `json:"on"` // each target, also those that are left out
}

// ratios are those of J to the least J on each target.
func (t Together) ratios() (all []float64) {
	for _, o := range t.On {
		all = append(all, float64(o.OverLeast))
	}
	return all
}

// An Outcome is what a setting has on one target.
type Outcome struct {
	Grid      string       `json:"grid"`
	J         columns.Real `json:"J"`
	B         columns.Real `json:"B"`
	OverLeast columns.Real `json:"j_over_least"`
	Cost      float64      `json:"evaluations"`
	Moved     columns.Real `json:"moved"`
	Accepted  *Accepted    `json:"accepted,omitempty"`
}

// share searches for the one setting of a panel. rows are those of the single targets.
func (j Job) share(ctx context.Context, rows []Row, b journal.Build) (r Row, err error) {
	s, err := newSharing(ctx, j, rows)
	if err != nil {
		return r, err
	}
	p, starts, err := s.best()
	if err != nil {
		return r, err
	}
	winner, known, err := s.bestWinner()
	if err != nil {
		return r, err
	}
	together := Together{Winners: columns.Real(math.Inf(1))}
	if known {
		together.Winners = columns.Real(winner.value)
		if !(p.value < winner.value) {
			p = winner
		}
	}
	together.Ratio = columns.Real(p.value)
	weight := weightCost(j.FreeWeights)
	setting := p.setting(experiments.Setting{})
	for _, on := range s.subjects {
		o, err := on.outcome(ctx, setting, weight, p.steps)
		if err != nil {
			return r, err
		}
		together.On = append(together.On, o)
	}
	unknown := columns.Real(math.NaN()) // there is no J without a target
	return Row{Key: journal.Key(j, b), Job: j, Setting: setting, J: unknown, B: unknown, Moved: unknown,
		Cost: p.at.cost(weight, p.steps), Moves: movesOf(p.steps), Starts: starts, Together: &together, Build: b}, nil
}

// outcome runs a setting on a target.
func (on subject) outcome(ctx context.Context, s experiments.Setting, weight float64, steps []int) (o Outcome,
	err error) {
	chain, err := onTarget(on.setting, s).On(on.target)
	if err != nil {
		return o, err
	}
	e, a, err := measured(ctx, chain)
	if err != nil {
		return o, err
	}
	bare, err := on.on(s.Kernel, s.Bridge)
	if err != nil {
		return o, err
	}
	o = Outcome{Grid: on.target.Grid.String(), J: columns.Real(e.Cell.Jeffreys()), B: columns.Real(e.B()),
		Cost: weight*float64(len(steps)) + bare.StepCost()*float64(movesOf(steps))}
	o.OverLeast = columns.Real(OverLeast(float64(o.J), on.least))
	o.Moved, o.Accepted = movesOfRun(a)
	return o, nil
}

// onTarget is a setting on the target of another.
func onTarget(target, s experiments.Setting) experiments.Setting {
	target.Kernel = s.Kernel
	target.Bridge = s.Bridge
	target.Schedule = s.Schedule
	target.Repeat = s.Repeat
	target.StepsByLevel = s.StepsByLevel
	target.T = s.T
	return target
}

// A Shared is the one setting for several targets that was found at a price, by one goal.
type Shared struct {
	Row
	Worst   float64 // the largest ratio of its J to the least J that was found for a target at the price
	Median  float64
	LeftOut []float64 // the ratio on each target of the setting that was found without it
}

// SettingOn is the setting on one of the targets.
func (s Shared) SettingOn(target int) experiments.Setting {
	return onTarget(s.Job.Panel.Targets[target], s.Setting)
}

// Shares are the settings for all targets of an ask. rows are those of all its jobs.
func Shares(rows []Row) (all []Shared) {
	bests := Bests(rows)
	for _, r := range rows {
		if r.Job.Panel == nil || r.Job.Panel.Without != nil {
			continue
		}
		one := Shared{Row: r.overLeasts(bests)}
		ratios := one.Together.ratios()
		for k := range ratios {
			one.LeftOut = append(one.LeftOut, leftOut(rows, bests, r.Job, k))
		}
		one.Worst = slices.Max(ratios)
		one.Median = evidence.Median(ratios)
		all = append(all, one)
	}
	return all
}

// overLeasts is the row of a panel with ratios to the least J of all rows: a panel may have found less than the
// searches of single targets before it.
func (r Row) overLeasts(bests []Best) Row {
	together := *r.Together
	together.On = slices.Clone(together.On)
	for k, target := range r.Job.Panel.Targets {
		on := Row{Job: Job{Setting: target, Cost: r.Job.Cost}, J: together.On[k].J}
		over := on.overLeast(bests)
		if !math.IsNaN(over) {
			together.On[k].OverLeast = columns.Real(over)
		}
	}
	if r.Job.Panel.Without == nil {
		together.Ratio = columns.Real(r.Job.Goal.ofRatios(together.ratios()))
	}
	r.Together = &together
	return r
}

// leftOut is the ratio on a target of the setting that was found without it.
func leftOut(rows []Row, bests []Best, of Job, target int) float64 {
	for _, r := range rows {
		j := r.Job
		if j.Panel != nil && j.Goal == of.Goal && j.Cost == of.Cost && slices.Contains(j.Panel.Without, target) {
			return float64(r.overLeasts(bests).Together.On[target].OverLeast)
		}
	}
	return math.NaN()
}
