package sweeps

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A record holds one row by the names of experiments/columns. A missing column does not
// apply to the row, and its cell is empty.
type record map[string]any

// each returns of(item) for every item.
func each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

// forPrograms makes the columns of a table for programs from those of experiments/columns.
func forPrograms(all []columns.Column) []table.Column { return table.Columns(columns.Names(all)...) }

// sweepColumns are the columns of a plan's rows.
func sweepColumns(p sweep.Plan) []columns.Column {
	if p.Programs != nil {
		return columns.SweepOfPrograms()
	}
	return columns.Sweep()
}

// Rows is the table of all rows, for programs.
func Rows(rows []sweep.Row, plan sweep.Plan) table.Table {
	all := filled(rows, sweepColumns(plan))
	return table.Table{Columns: forPrograms(all), Rows: slices.Collect(rowCells(rows, all, plan.Hash()))}
}

// filled leaves out optional columns that are empty in every row.
func filled(rows []sweep.Row, all []columns.Column) []columns.Column {
	empty := map[string]bool{}
	for _, c := range all {
		if c.Optional() {
			empty[c.Name] = true
		}
	}
	rec := record{}
	for _, r := range rows {
		if len(empty) == 0 {
			break
		}
		clear(rec)
		rec.fill(r)
		for name := range empty {
			if cell := rec[name]; cell != nil && len(table.ForPeople(cell)) > 0 {
				delete(empty, name)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c columns.Column) bool { return empty[c.Name] })
}

// rowCells yields the rows of a sweep in the order of these columns. spec is the hash of
// the plan.
func rowCells(rows []sweep.Row, all []columns.Column, spec string) iter.Seq[[]any] {
	keys := forPrograms(all)
	return func(yield func([]any) bool) {
		rec := record{} // one for all rows, of which there may be a million
		for _, r := range rows {
			clear(rec)
			rec["spec"] = spec
			rec.fill(r)
			if !yield(table.RowOf(keys, rec)) {
				return
			}
		}
	}
}

// fill adds a row of a sweep. A number that does not exist has no value. An infinite
// number is null except in CSV, and a warning names it.
func (rec record) fill(r sweep.Row) {
	rec.tell(r.Job)
	rec["how"], rec["grid"], rec["key"] = table.Some(r.How), table.Some(r.Grid), r.Key
	rec["b_minus_j"] = table.Known(r.At("b_minus_j"))
	rec["version"], rec["commit"], rec["go"] = r.Build.Version, table.Some(r.Build.Commit), r.Build.Go
	if c := r.Chosen; c != nil {
		rec["schedule_start"], rec["schedule_converged"] = table.Some(c.Start), c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = table.Known(float64(c.Gradient)), c.Evaluations
		if c.Betas != nil {
			rec["betas"] = c.Betas
		}
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
	if r.Job.Program == "" && r.Fault == "" {
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
		columns.Numbers: parquet.List(parquet.Leaf(parquet.DoubleType)),
	}
	return each(all, func(c columns.Column) parquet.Node { return types[c.Kind] })
}
