package sweep

import (
	"context"
	"errors"
	"maps"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
)

// A Row has a finished job with all its numbers. A number that was not asked for or does not exist is NaN; Warnings say
// why, unless it is obvious.
type Row struct {
	Key      string         `json:"key"`
	Job      Job            `json:"cell"`           // tables and journals call it a cell
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	How      string         `json:"how,omitempty"`      // how a program's account was computed; "" for annealing
	Chosen   *SearchResult  `json:"chosen,omitempty"`   // nil unless exact results chose the schedule
	Fault    string         `json:"fault,omitempty"`    // says why the job cannot run; then all numbers are NaN
	Misses   string         `json:"misses,omitempty"`   // how far the steps miss p, and so have no B; "" if they do not
	Followed string         `json:"followed,omitempty"` // what was followed of the user's command; "" if nothing was
	Warnings []string       `json:"warnings,omitempty"`
	Build    journal.Build  `json:"build"`
}

// SearchResult says how exact results chose a schedule.
type SearchResult struct {
	Start       string       `json:"start"` // the schedule from which descent began; "" without descent
	Converged   bool         `json:"converged"`
	Value       columns.Real `json:"value"`    // B or J, as the search is by
	Plain       columns.Real `json:"plain"`    // the same of a plain chain on the target; 0 without descent
	Gradient    columns.Real `json:"gradient"` // the norm of the gradient at the end
	Evaluations int          `json:"evaluations"`
	Betas       []float64    `json:"betas,omitempty"` // of best-b and best-j; those of constant speed take no time
}

// At returns the number with this name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// run computes the job on its chain. The error is ctx's or a NoRowsError: any other job that cannot run has a row that
// says why.
func (j Job) run(ctx context.Context, annealer experiments.Annealer, b journal.Build) (Row, error) {
	r := Row{Key: journal.Key(j, b), Job: j, Grid: annealer.Target.Grid.String(), Build: b, Values: columns.Values{}}
	for _, err := range annealer.Doubts() {
		r.Warnings = append(r.Warnings, err.Error())
	}
	a, choice, err := annealer.At(ctx, j.T)
	var missing experiments.MissError
	if err == nil || j.Program == "" && errors.As(err, &missing) {
		if choice != nil {
			r.Chosen = &SearchResult{Start: choice.Start, Converged: choice.Converged,
				Value: columns.Real(choice.Value), Plain: columns.Real(choice.Plain),
				Gradient: columns.Real(choice.Gradient), Evaluations: choice.Evaluations}
			if experiments.IsSearched(j.Schedule) {
				r.Chosen.Betas = a.Schedule.Betas()
			}
		}
		r.Misses = missing.Misses
		err = r.measure(ctx, annealer, a)
	}
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	if errors.As(err, new(experiments.NoRowsError)) { // the command may return the rows the next time
		return Row{}, err
	}
	if err != nil {
		r.Fault = err.Error()
	}
	return r, nil
}

// measure fills in all numbers: the exact ones, as the command exact prints them, or those of a program's account, and
// the Monte Carlo estimates, by the dice that any command draws from the same seed. Numbers that only check others are
// left out unless the job is Full, or its kernel is the user's own: rows from outside leave their levels invariant only
// to the digits that they have.
func (r *Row) measure(ctx context.Context, annealer experiments.Annealer, a chains.Annealing) error {
	ask := experiments.Ask{Unchecked: !r.Job.Full && !r.Job.FromOutside()}
	var m experiments.Measurement
	var err error
	if r.Misses == "" {
		m, err = annealer.MeasureOn(ctx, a, r.Job.Program, ask, nil)
	} else {
		m, err = annealer.MeasureForward(ctx, a, r.Misses, ask, nil)
	}
	if err != nil {
		return err
	}
	if m.Account != nil {
		r.How = m.Account.How
	}
	r.Followed = m.Followed
	r.Warnings = append(r.Warnings, m.Warnings...)
	if r.Job.Chains > 0 && r.Misses != "" {
		r.Warnings = append(r.Warnings, "no chains are run: half of them would go in reverse")
	} else if r.Job.Chains > 0 {
		var runs sample.Runs
		o := sample.Options{Chains: r.Job.Chains, Seed: r.Job.MCSeed}
		if r.Job.Program == "" {
			runs, err = sample.Run(ctx, a, o)
		} else {
			runs, err = annealer.SampleProgram(ctx, a, r.Job.Program, o)
		}
		if err != nil {
			return err
		}
		found := map[string]sample.Estimate{"b_mc": runs.B(), "e_log_w_fwd_mc": runs.FwdLogW(),
			"e_log_w_rev_mc": runs.RevLogW()}
		maps.Copy(found, m.Estimates)
		m.Estimates = found
		r.Warnings = append(r.Warnings, runs.Warnings()...)
	}
	r.Values = columns.Measure(m.Run)
	return nil
}
