package reports

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A record holds one row by the names of experiments/columns. A column that is not there
// does not apply to the row, and its cell is empty.
type record map[string]any

// row returns the cells of columns, in their order.
func (r record) row(all []table.Column) []any {
	return each(all, func(c table.Column) any { return r[c.Key] })
}

// each returns what of makes of every item.
func each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

// grouped puts the items of one name together, in the order in which names first come.
func grouped[T any](all []T, name func(T) string) (groups [][]T) {
	at := map[string]int{}
	for _, item := range all {
		i, ok := at[name(item)]
		if !ok {
			i, groups = len(groups), append(groups, nil)
			at[name(item)] = i
		}
		groups[i] = append(groups[i], item)
	}
	return groups
}

// keysOf makes columns of a table from their names.
func keysOf(all []columns.Column) []table.Column {
	return each(all, func(c columns.Column) table.Column { return table.Column{Key: c.Name} })
}

// settingRecord holds the names of an annealing.
func settingRecord(s experiments.Setting) record {
	return record{"target": s.TargetName(), "seed": table.Pointed(s.Seed), "initial": s.Initial, "kernel": s.Kernel,
		"bridge": s.Bridge, "schedule": s.Schedule, "skip_last_kernel": s.SkipLast, "T": s.T}
}

// exactRecord holds a run, except what lists need: its steps and its warnings. A number
// that does not exist is NaN, for a warning to explain.
func exactRecord(r experiments.Exact) record {
	rec, run, g := settingRecord(r.Chain.Setting), r.Run(), r.Chain.Target.Grid
	for _, c := range columns.All() {
		if v, ok := c.Value(run); ok {
			rec[c.Name] = v
			if c.When != "" {
				rec[c.Name] = table.Known(v)
			}
		}
	}
	maps.Copy(rec, record{"target": r.Chain.Target.Name, "grid": g.String(), "T": r.T})
	if g.Axes() == 2 {
		rec["rows"], rec["cols"] = g.Len(0), g.Len(1)
	}
	if r.Q != nil {
		rec["q"] = r.Q
		rec["q_cell"], _ = r.OfCells()
	}
	if c := r.Choice; descended(r) {
		rec["schedule_start"], rec["schedule_converged"] = c.Start, c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = c.Gradient, c.Evaluations
	}
	return rec
}

// rowCells yields the rows of a sweep in the order of columns.Sweep. spec is the hash of
// what was asked.
func rowCells(rows []sweep.Row, spec string) iter.Seq[[]any] {
	keys := keysOf(columns.Sweep())
	return func(yield func([]any) bool) {
		for _, r := range rows {
			rec := rowRecord(r)
			rec["spec"] = spec
			if !yield(rec.row(keys)) {
				return
			}
		}
	}
}

// rowRecord holds a row of a sweep. A number that does not exist has no value; one that is
// infinite is null except in CSV, and named among the warnings.
func rowRecord(r sweep.Row) record {
	j := r.Cell
	rec := settingRecord(j.Setting)
	maps.Copy(rec, record{"grid": table.Some(r.Grid), "full": j.Full, "target_sha256": table.Some(j.TargetSum),
		"initial_sha256": table.Some(j.InitialSum), "schedule_sha256": table.Some(j.ScheduleSum),
		"version": r.Build.Version, "commit": table.Some(r.Build.Commit), "go": r.Build.Go, "key": r.Key,
		"b_minus_j": table.Known(r.At("b_minus_j"))})
	if c := r.Chosen; c != nil {
		rec["schedule_start"], rec["schedule_converged"] = table.Some(c.Start), c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = table.Known(c.Gradient), c.Evaluations
	}
	if j.Chains > 0 {
		rec["chains"], rec["mc_seed"] = j.Chains, j.MCSeed
	}
	warnings := slices.Clone(r.Warnings)
	if r.Fault != "" {
		warnings = append(warnings, "no result: "+r.Fault)
	}
	var infinite []string
	for name, v := range r.Named() {
		rec[name] = table.Known(v)
		if math.IsInf(v, 0) {
			infinite = append(infinite, name+" = "+table.Full(v))
		}
	}
	if infinite != nil {
		warnings = append(warnings,
			"not finite, and so null where there is no word for it: "+strings.Join(infinite, ", "))
	}
	rec["warnings"] = warnings
	return rec
}

// rowTypes returns the types of a sweep's columns in Parquet. Every column may hold nulls,
// except lists, which may be empty.
func rowTypes() []parquet.Node {
	types := map[columns.Kind]parquet.Node{
		columns.Text:    parquet.Optional(parquet.String()),
		columns.Integer: parquet.Optional(parquet.Int(64)),
		columns.Natural: parquet.Optional(parquet.Uint(64)),
		columns.Number:  parquet.Optional(parquet.Leaf(parquet.DoubleType)),
		columns.Boolean: parquet.Optional(parquet.Leaf(parquet.BooleanType)),
		columns.Texts:   parquet.List(parquet.String()),
	}
	return each(columns.Sweep(), func(c columns.Column) parquet.Node { return types[c.Kind] })
}
