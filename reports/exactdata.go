package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid"
	"breadboard/reports/table"
)

// exactData is the table of exact runs for programs: all columns that there are, one
// row a T. With steps it has one more column, which lists every step.
func exactData(rows []experiments.Exact, steps bool) table.Table {
	all := columns.Exact(len(rows) > 0 && rows[0].Chain.Extended(), steps)
	t := table.Table{Columns: keysOf(all)}
	warned := slices.IndexFunc(all, func(c columns.Column) bool { return c.Name == "warnings" })
	for _, r := range rows {
		row, run := make([]any, len(all)), r.Run
		for i, c := range all {
			if i != warned {
				row[i] = exactCell(c, r, run)
			}
		}
		row[warned] = exactWarnings(r, t.Columns, row, steps)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// keysOf makes columns of a table from their names.
func keysOf(all []columns.Column) []table.Column {
	keys := make([]table.Column, len(all))
	for i, c := range all {
		keys[i].Key = c.Name
	}
	return keys
}

// exactCell returns a column's value in a run. A number that does not exist is NaN,
// which a warning explains; if the column does not apply to the run there is no value.
func exactCell(c columns.Column, r experiments.Exact, run columns.Run) any {
	v, ok := c.Value(run)
	switch {
	case !ok:
		return exactCells[c.Name](r)
	case c.When != "":
		return table.Known(v)
	}
	return v
}

// exactCells are the values of columns that are not numbers of a run.
var exactCells = map[string]func(experiments.Exact) any{
	"target":               func(r experiments.Exact) any { return r.Chain.Target.Name },
	"grid":                 func(r experiments.Exact) any { return r.Chain.Target.Grid.String() },
	"rows":                 func(r experiments.Exact) any { return side(r.Chain.Target.Grid, 0) },
	"cols":                 func(r experiments.Exact) any { return side(r.Chain.Target.Grid, 1) },
	"seed":                 func(r experiments.Exact) any { return table.Pointed(r.Chain.Seed) },
	"initial":              func(r experiments.Exact) any { return r.Chain.Initial },
	"kernel":               func(r experiments.Exact) any { return r.Chain.Kernel },
	"bridge":               func(r experiments.Exact) any { return r.Chain.Bridge },
	"schedule":             func(r experiments.Exact) any { return r.Chain.Schedule },
	"skip_last_kernel":     func(r experiments.Exact) any { return r.Chain.SkipLast },
	"T":                    func(r experiments.Exact) any { return r.T },
	"schedule_start":       ifDescended(func(r experiments.Exact) any { return r.Choice.Start }),
	"schedule_converged":   ifDescended(func(r experiments.Exact) any { return r.Choice.Converged }),
	"schedule_gradient":    ifDescended(func(r experiments.Exact) any { return r.Choice.Gradient }),
	"schedule_evaluations": ifDescended(func(r experiments.Exact) any { return r.Choice.Evaluations }),
	"q":                    func(r experiments.Exact) any { return kept(r.Q) },
	"q_cell":               func(r experiments.Exact) any { return kept(r.CellQ) },
	"steps":                func(r experiments.Exact) any { return stepCells(r) },
}

// side returns the length of an axis of a grid of two axes, and nil on any other grid.
func side(g grid.Grid, axis int) any {
	if g.Axes() != 2 {
		return nil
	}
	return g.Len(axis)
}

// kept returns a distribution, and nil if the run did not keep it.
func kept(q []float64) any {
	if q == nil {
		return nil
	}
	return q
}

// descended reports whether descent found the schedule.
func descended(r experiments.Exact) bool { return r.Choice != nil && r.Choice.Evaluations > 0 }

// ifDescended returns nil if the schedule was not found by descent.
func ifDescended(of func(experiments.Exact) any) func(experiments.Exact) any {
	return func(r experiments.Exact) any {
		if !descended(r) {
			return nil
		}
		return of(r)
	}
}

// exactWarnings are the run's own, why numbers are missing, and which of the cells
// JSON has no word for.
func exactWarnings(r experiments.Exact, columns []table.Column, row []any, steps bool) []string {
	all := append(slices.Clone(r.Warnings), missing(r)...)
	var infinite []string
	for i, cell := range row {
		if v, ok := cell.(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			infinite = append(infinite, columns[i].Key+" = "+table.Full(v))
		}
	}
	if infinite != nil {
		all = append(all, "not finite, and so null in JSON: "+strings.Join(infinite, ", "))
	}
	if steps && (r.B() == 0 || math.IsInf(r.B(), 1)) {
		all = append(all, "in steps null is an infinite part, or a share of B, which does not exist if B is "+
			table.Full(r.B()))
	}
	return all
}

// missing says why numbers of a run do not exist.
func missing(r experiments.Exact) []string {
	var why []string
	if r.Q == nil {
		why = append(why, fmt.Sprintf("no q: of %d states it would be long; it is given of up to %d",
			int(r.Chain.States), experiments.MostUnasked))
	}
	for _, law := range []struct {
		name string
		exact.Moments
	}{{"fwd", r.FwdLaw}, {"rev", r.RevLaw}} {
		switch {
		case math.IsInf(law.Mean, 0):
			why = append(why, fmt.Sprintf("no log_w_%[1]s_var and log_w_%[1]s_skew: the mean is infinite", law.name))
		case math.IsNaN(law.Variance): // a warning of the run says why
		case math.IsNaN(law.Skewness):
			why = append(why, fmt.Sprintf("no log_w_%s_skew: log w does not vary", law.name))
		}
	}
	return why
}
