package sweep

import (
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
)

// A Row is a finished job with all its numbers. A number that was not asked for, or does
// not exist, is NaN; Warnings say why, unless it is obvious. Infinite numbers are
// infinite. In JSON a row is one object.
type Row struct {
	Key      string         `json:"key"`
	Job      Job            `json:"cell"`           // one cell of the sweep
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	How      string         `json:"how,omitempty"`    // how a program's account was got; "" for annealing
	Chosen   *Chosen        `json:"chosen,omitempty"` // nil unless exact results chose the schedule
	Fault    string         `json:"fault,omitempty"`  // why a cell cannot be run; then all numbers are NaN
	Warnings []string       `json:"warnings,omitempty"`
	Build    journal.Build  `json:"build"`
}

// Chosen says how exact results chose a schedule.
type Chosen struct {
	Start       string       `json:"start"` // the schedule from which it was improved; "" if it was not
	Converged   bool         `json:"converged"`
	Gradient    columns.Real `json:"gradient"` // the norm of the gradient at the end
	Evaluations int          `json:"evaluations"`
	Betas       []float64    `json:"betas,omitempty"` // of best-b and best-j; what constant speed gives takes no time
}

// At returns the number with this name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// Origin returns the row's key, and the job and the build of which it is the key.
func (r Row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Job, r.Build }
