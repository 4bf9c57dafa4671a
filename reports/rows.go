package reports

import (
	"iter"
	"math"
	"strings"

	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// rowCells yields the rows of a sweep as cells, in the order of columns.Sweep. spec is
// the hash of what was asked. A number that does not exist has no value; one that is
// infinite is null except in CSV, and named among the warnings.
func rowCells(rows []sweep.Row, spec string) iter.Seq[[]any] {
	all := columns.Sweep()
	return func(yield func([]any) bool) {
		for _, r := range rows {
			cells := make([]any, len(all))
			for i, c := range all {
				cells[i] = rowCell(c, r, spec)
			}
			if !yield(cells) {
				return
			}
		}
	}
}

// rowKinds are the types of the columns in Parquet.
func rowKinds() (kinds []table.Kind) {
	for _, c := range columns.Sweep() {
		kinds = append(kinds, table.Kind(c.Kind))
	}
	return kinds
}

// rowCell returns a column's value in a row.
func rowCell(c columns.Column, r sweep.Row, spec string) any {
	if c.Name == "spec" {
		return spec
	}
	if of, ok := rowWords[c.Name]; ok {
		return of(r)
	}
	return table.Known(r.At(c.Name))
}

// rowWords are the values of columns that are not numbers of a run.
var rowWords = map[string]func(sweep.Row) any{
	"target":               func(r sweep.Row) any { return r.Cell.TargetName() },
	"grid":                 func(r sweep.Row) any { return table.Some(r.Grid) },
	"seed":                 func(r sweep.Row) any { return table.Pointed(r.Cell.Seed) },
	"initial":              func(r sweep.Row) any { return r.Cell.Initial },
	"kernel":               func(r sweep.Row) any { return r.Cell.Kernel },
	"bridge":               func(r sweep.Row) any { return r.Cell.Bridge },
	"schedule":             func(r sweep.Row) any { return r.Cell.Schedule },
	"skip_last_kernel":     func(r sweep.Row) any { return r.Cell.SkipLast },
	"T":                    func(r sweep.Row) any { return r.Cell.T },
	"schedule_start":       ifChosen(func(c sweep.Chosen) any { return table.Some(c.Start) }),
	"schedule_converged":   ifChosen(func(c sweep.Chosen) any { return c.Converged }),
	"schedule_gradient":    ifChosen(func(c sweep.Chosen) any { return table.Known(float64(c.Gradient)) }),
	"schedule_evaluations": ifChosen(func(c sweep.Chosen) any { return c.Evaluations }),
	"chains":               ifChains(func(c sweep.Job) any { return c.Chains }),
	"mc_seed":              ifChains(func(c sweep.Job) any { return c.MCSeed }),
	"full":                 func(r sweep.Row) any { return r.Cell.Full },
	"warnings":             func(r sweep.Row) any { return rowWarnings(r) },
	"target_sha256":        func(r sweep.Row) any { return table.Some(r.Cell.TargetSum) },
	"initial_sha256":       func(r sweep.Row) any { return table.Some(r.Cell.InitialSum) },
	"schedule_sha256":      func(r sweep.Row) any { return table.Some(r.Cell.ScheduleSum) },
	"version":              func(r sweep.Row) any { return r.Build.Version },
	"commit":               func(r sweep.Row) any { return table.Some(r.Build.Commit) },
	"go":                   func(r sweep.Row) any { return r.Build.Go },
	"key":                  func(r sweep.Row) any { return r.Key },
}

// ifChosen returns nil if the schedule was not chosen by exact results.
func ifChosen(of func(sweep.Chosen) any) func(sweep.Row) any {
	return func(r sweep.Row) any {
		if r.Chosen == nil {
			return nil
		}
		return of(*r.Chosen)
	}
}

// ifChains returns nil without Monte Carlo.
func ifChains(of func(sweep.Job) any) func(sweep.Row) any {
	return func(r sweep.Row) any {
		if r.Cell.Chains == 0 {
			return nil
		}
		return of(r.Cell)
	}
}

// rowWarnings are the row's own, that it has no result, and which numbers are infinite.
func rowWarnings(r sweep.Row) []string {
	all := append([]string{}, r.Warnings...)
	if r.Fault != "" {
		all = append(all, "no result: "+r.Fault)
	}
	var infinite []string
	for name, v := range r.Values.Named() {
		if math.IsInf(v, 0) {
			infinite = append(infinite, name+" = "+table.Full(v))
		}
	}
	if infinite != nil {
		all = append(all, "not finite, and so null where there is no word for it: "+strings.Join(infinite, ", "))
	}
	return all
}
