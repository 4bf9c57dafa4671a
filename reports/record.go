package reports

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A record holds one row by the names of experiments/columns. A missing column does not
// apply to the row, and its cell is empty.
type record map[string]any

func (rec record) row(all []table.Column) []any {
	return each(all, func(c table.Column) any { return rec[c.Key] })
}

// each returns of(item) for every item.
func each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

// keysOf makes columns of a table from their names.
func keysOf(all []columns.Column) []table.Column {
	return each(all, func(c columns.Column) table.Column { return table.Column{Key: c.Name} })
}

func (rec record) name(s experiments.Setting) {
	rec["target"], rec["seed"], rec["initial"] = s.TargetName(), table.Pointed(s.Seed), s.Initial
	rec["kernel"], rec["bridge"], rec["schedule"] = s.Kernel, s.Bridge, s.Schedule
	rec["skip_last_kernel"], rec["T"] = s.SkipLast, s.T
}

// exactRecord holds a run without its steps and its warnings. A number that does not exist
// is NaN, which a warning explains.
func exactRecord(r experiments.Exact) record {
	rec, run, g := record{}, r.Run, r.Chain.Target.Grid
	rec.name(r.Chain.Setting)
	rec["target"], rec["grid"], rec["T"] = r.Chain.TargetName(), g.String(), r.T
	for _, c := range columns.All() {
		if v, ok := c.Value(run); ok {
			rec[c.Name] = v
			if c.When != "" {
				rec[c.Name] = table.Known(v)
			}
		}
	}
	if g.Axes() == 2 {
		rec["rows"], rec["cols"] = g.Len(0), g.Len(1)
	}
	if r.Q != nil {
		rec["q"], rec["q_state"] = r.CellQ, r.Q
	}
	if c := r.Choice; descended(r) {
		rec["schedule_start"], rec["schedule_converged"] = c.Start, c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = c.Gradient, c.Evaluations
	}
	return rec
}

// sweepColumns are the columns of a plan's rows.
func sweepColumns(p sweep.Plan) []columns.Column {
	if p.Programs != nil {
		return columns.SweepOfPrograms()
	}
	return columns.Sweep()
}

// rowCells yields the rows of a sweep in the order of these columns. spec is the hash of
// the plan.
func rowCells(rows []sweep.Row, all []columns.Column, spec string) iter.Seq[[]any] {
	keys := keysOf(all)
	return func(yield func([]any) bool) {
		rec := record{} // one for all rows, of which there may be a million
		for _, r := range rows {
			clear(rec)
			rec["spec"] = spec
			rec.fill(r)
			if !yield(rec.row(keys)) {
				return
			}
		}
	}
}

// fill adds a row of a sweep. A number that does not exist has no value. An infinite
// number is null except in CSV, and a warning names it.
func (rec record) fill(r sweep.Row) {
	j := r.Job
	rec.name(j.Setting)
	rec["program"], rec["how"] = j.ProgramName(), table.Some(r.How)
	rec["grid"], rec["full"], rec["b_minus_j"] = table.Some(r.Grid), j.Full, table.Known(r.At("b_minus_j"))
	rec["target_sha256"], rec["initial_sha256"] = table.Some(j.TargetSum), table.Some(j.InitialSum)
	rec["data_sha256"] = table.Some(j.DataSum)
	rec["schedule_sha256"], rec["key"] = table.Some(j.ScheduleSum), r.Key
	rec["version"], rec["commit"], rec["go"] = r.Build.Version, table.Some(r.Build.Commit), r.Build.Go
	if c := r.Chosen; c != nil {
		rec["schedule_start"], rec["schedule_converged"] = table.Some(c.Start), c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = table.Known(float64(c.Gradient)), c.Evaluations
	}
	if j.Chains > 0 {
		rec["chains"], rec["mc_seed"] = j.Chains, j.MCSeed
	}
	warnings := slices.Clone(r.Warnings)
	if r.Fault != "" {
		warnings = append(warnings, "no result: "+r.Fault)
	}
	var infinite []string
	for name, v := range r.Values.Named() {
		rec[name] = table.Known(v)
		if math.IsInf(v, 0) {
			infinite = append(infinite, name+" = "+table.Full(v))
		}
	}
	if j.Program == "" && r.Fault == "" {
		rec.annealed(r)
	}
	if infinite != nil {
		warnings = append(warnings,
			"not finite, and so null where there is no word for it: "+strings.Join(infinite, ", "))
	}
	rec["warnings"] = warnings
}

// annealed adds the columns of programs to the row of an annealing. The mean squared error of
// log w is its variance plus the square of its bias.
func (rec record) annealed(r sweep.Row) {
	rec["how"] = "propagated"
	rec["rmse_fwd"] = table.Known(math.Hypot(math.Sqrt(r.At("log_w_fwd_var")), r.At("path_kl_fwd")))
	rec["rmse_rev"] = table.Known(math.Hypot(math.Sqrt(r.At("log_w_rev_var")), r.At("path_kl_rev")))
}

// rowTypes returns the types of a sweep's columns in Parquet. Every column may hold nulls,
// except lists, which may be empty.
func rowTypes(all []columns.Column) []parquet.Node {
	types := map[columns.Kind]parquet.Node{
		columns.Text:    parquet.Optional(parquet.String()),
		columns.Integer: parquet.Optional(parquet.Int(64)),
		columns.Natural: parquet.Optional(parquet.Uint(64)),
		columns.Number:  parquet.Optional(parquet.Leaf(parquet.DoubleType)),
		columns.Boolean: parquet.Optional(parquet.Leaf(parquet.BooleanType)),
		columns.Texts:   parquet.List(parquet.String()),
	}
	return each(all, func(c columns.Column) parquet.Node { return types[c.Kind] })
}
