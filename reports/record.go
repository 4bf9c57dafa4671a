package reports

import (
	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/columns"
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

// Name fills in the columns that name an annealing, for every table for programs.
func Name(rec map[string]any, s experiments.Setting) {
	rec["target"], rec["seed"], rec["initial"] = s.TargetName(), table.Pointed(s.Seed), s.Initial
	rec["kernel"], rec["bridge"], rec["schedule"] = table.Some(s.Kernel), table.Some(s.Bridge), table.Some(s.Schedule)
	rec["skip_last_kernel"], rec["T"], rec["density"] = s.SkipLast, s.T, table.Some(s.ReadAs())
}

// exactRecord holds a run without its steps and its warnings. A number that does not exist
// is NaN, which a warning explains.
func exactRecord(r experiments.Exact) record {
	rec, run, g := record{}, r.Run, r.Chain.Target.Grid
	Name(rec, r.Chain.Setting)
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
		rec["p"], rec["log_f"] = chains.Normalized(r.Chain.Target.LogF), r.Chain.Target.LogF
	}
	if r.T <= experiments.MostUnasked {
		rec["betas"] = r.Schedule.Betas()
	}
	if c := r.Choice; descended(r) {
		rec["schedule_start"], rec["schedule_converged"] = c.Start, c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = c.Gradient, c.Evaluations
	}
	return rec
}
