package reports

import (
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid"
)

// A field is a column for programs.
type field struct {
	key string
	of  func(experiments.Exact) any
}

// fields are what is known of an exact run, in the order of the columns.
var fields = []field{
	{"target", func(r experiments.Exact) any { return r.Chain.Target.Name }},
	{"grid", func(r experiments.Exact) any { return r.Chain.Target.Grid.String() }},
	{"rows", func(r experiments.Exact) any { return side(r.Chain.Target.Grid, 0) }},
	{"cols", func(r experiments.Exact) any { return side(r.Chain.Target.Grid, 1) }},
	{"seed", func(r experiments.Exact) any { return seedCell(r.Chain) }},
	{"initial", func(r experiments.Exact) any { return r.Chain.Initial }},
	{"kernel", func(r experiments.Exact) any { return r.Chain.Kernel }},
	{"bridge", func(r experiments.Exact) any { return r.Chain.Bridge }},
	{"schedule", func(r experiments.Exact) any { return r.Chain.Schedule }},
	{"skip_last_kernel", func(r experiments.Exact) any { return r.Chain.SkipLast }},
	{"T", func(r experiments.Exact) any { return r.T }},
	{"J", func(r experiments.Exact) any { return r.J() }},
	{"B", func(r experiments.Exact) any { return r.B() }},
	{"b_minus_j", func(r experiments.Exact) any { return r.B() - r.J() }},
	{"kl_q_p", func(r experiments.Exact) any { return r.Final.Forward }},
	{"kl_p_q", func(r experiments.Exact) any { return r.Final.Reverse }},
	{"path_kl_fwd", func(r experiments.Exact) any { return r.Paths.Forward }},
	{"path_kl_rev", func(r experiments.Exact) any { return r.Paths.Reverse }},
	{"log_r", func(r experiments.Exact) any { return r.LogR }},
	{"j_error", func(r experiments.Exact) any { return r.JErr() }},
	{"b_error", func(r experiments.Exact) any { return r.BErr() }},
	{"kl_q_p_error", func(r experiments.Exact) any { return r.FinalErr.Forward }},
	{"kl_p_q_error", func(r experiments.Exact) any { return r.FinalErr.Reverse }},
	{"path_kl_fwd_error", func(r experiments.Exact) any { return r.PathsErr.Forward }},
	{"path_kl_rev_error", func(r experiments.Exact) any { return r.PathsErr.Reverse }},
	{"log_r_error", func(r experiments.Exact) any { return r.LogRErr }},
	{"e_log_w_fwd", func(r experiments.Exact) any { return r.FwdLogW() }},
	{"e_log_w_rev", func(r experiments.Exact) any { return r.RevLogW() }},
	{"b_pairwise", func(r experiments.Exact) any { return r.Pairwise.Jeffreys() }},
	{"mean_w", func(r experiments.Exact) any { return r.MeanW }},
	{"mean_inv_w", func(r experiments.Exact) any { return r.MeanInvW }},
	{"ess", func(r experiments.Exact) any { return r.ESS }},
	{"near_b", func(r experiments.Exact) any { return r.Near.B }},
	{"near_b_floor", func(r experiments.Exact) any { return r.Near.Floor }},
	{"log_w_fwd_var", func(r experiments.Exact) any { return r.FwdLaw.Variance }},
	{"log_w_fwd_skew", func(r experiments.Exact) any { return r.FwdLaw.Skewness }},
	{"log_w_rev_var", func(r experiments.Exact) any { return r.RevLaw.Variance }},
	{"log_w_rev_skew", func(r experiments.Exact) any { return r.RevLaw.Skewness }},
	{"schedule_start", descent(func(r experiments.Exact) any { return r.Choice.Start })},
	{"schedule_converged", descent(func(r experiments.Exact) any { return r.Choice.Converged })},
	{"schedule_gradient", descent(func(r experiments.Exact) any { return r.Choice.Gradient })},
	{"schedule_evaluations", descent(func(r experiments.Exact) any { return r.Choice.Evaluations })},
	{"q", func(r experiments.Exact) any { return law(r.Q) }},
	{"defect", func(r experiments.Exact) any { return r.Defect }},
}

// cellFields are those of the target's cell, where the state is more than that.
var cellFields = []field{
	{"j_cell", func(r experiments.Exact) any { _, cell := r.OfCells(); return cell.Jeffreys() }},
	{"q_cell", func(r experiments.Exact) any { q, _ := r.OfCells(); return law(q) }},
}

// law is a distribution; nil where it was not kept.
func law(q []float64) any {
	if q == nil {
		return nil
	}
	return q
}

// descent is a field of schedules that were found by descent; nil of others.
func descent(of func(experiments.Exact) any) func(experiments.Exact) any {
	return func(r experiments.Exact) any {
		if !descended(r) {
			return nil
		}
		return of(r)
	}
}

func descended(r experiments.Exact) bool { return r.Choice != nil && r.Choice.Evaluations > 0 }

// seedCell is the seed, nil where nothing is random.
func seedCell(c experiments.Chain) any {
	if c.Seed == nil {
		return nil
	}
	return *c.Seed
}

// side is the length of an axis of a grid of two; nil of any other grid.
func side(g grid.Grid, axis int) any {
	if g.Axes() != 2 {
		return nil
	}
	return g.Len(axis)
}

// everything is the table for programs, with a column of steps on demand.
func everything(rows []experiments.Exact, steps bool) Table {
	var t Table
	fields := fields
	if len(rows) > 0 && rows[0].Extended() {
		fields = append(slices.Clone(fields), cellFields...)
	}
	for _, f := range fields {
		t.Columns = append(t.Columns, Column{Key: f.key})
	}
	t.Columns = append(t.Columns, Column{Key: "warnings"})
	if steps {
		t.Columns = append(t.Columns, Column{Key: "steps"})
	}
	for _, r := range rows {
		var row []any
		var infinite []string
		for _, f := range fields {
			cell := f.of(r)
			if v, ok := cell.(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
				infinite = append(infinite, f.key+" = "+Full(v))
			}
			row = append(row, cell)
		}
		warnings := append(append([]string(nil), r.Warnings...), missing(r)...)
		if infinite != nil {
			warnings = append(warnings, "not finite, and so null in JSON: "+strings.Join(infinite, ", "))
		}
		if steps && (r.B() == 0 || math.IsInf(r.B(), 1)) {
			warnings = append(warnings, "in steps null is an infinite part, or a share, of which a B of "+Full(r.B())+" has none")
		}
		row = append(row, warnings)
		if steps {
			row = append(row, stepCells(r))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
