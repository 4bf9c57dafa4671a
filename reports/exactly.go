package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/grid"
)

// Exactly is the table of exact runs of one chain. For people it is what BREAD
// compares; for programs everything, one row a T. What is not finite is null
// in JSON, and then the row's warnings say so and why.
func Exactly(rows []experiments.Exact, f Format) Table {
	if f == CSV || f == JSON {
		return everything(rows, false)
	}
	t := Table{Lead: 1, Columns: []Column{
		{"T", ""}, {"J", ""}, {"kl_q_p", "KL(q‖p)"}, {"kl_p_q", "KL(p‖q)"}, {"B", ""}, {"b_over_j", "B/J"}}}
	t.Notes = []string{"In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples x_T and p the target; B bounds J."}
	checked := slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.Defect) })
	if checked || len(rows) == 0 {
		t.Columns = append(t.Columns, Column{"defect", ""})
		t.Notes[0] += " The defect is the largest relative disagreement between numbers that are equal in exact arithmetic."
	}
	if len(rows) > 0 && rows[0].Extended() {
		t.Columns = append([]Column{{"T", ""}, {"j_cell", "J(x)"}}, t.Columns[1:]...)
		t.Notes = append(t.Notes, fmt.Sprintf("The kernel runs on %d states, each a cell with what it adds to it. J and B are the whole state's; "+
			"J(x) is that of the cell alone, and stands beside the J of other kernels.", rows[0].States))
	}
	t.Notes = append(t.Notes, rounding(rows)...)
	for _, r := range rows {
		t.Title = title(r.Chain)
		row := []any{r.T, r.J(), r.Final.Forward, r.Final.Reverse, r.B(), ratio(r.B(), r.J())}
		if checked {
			row = append(row, known(r.Defect))
		}
		if r.Extended() {
			_, cell := r.OfCells()
			row = append([]any{r.T, cell.Jeffreys()}, row[1:]...)
		}
		t.Rows = append(t.Rows, row)
		if descended(r) {
			t.Notes = append(t.Notes, found(r))
		}
	}
	t.Notes = append(t.Notes, warned(rows)...)
	return t
}

// warned are the warnings of all rows, each with the T that have it.
func warned(rows []experiments.Exact) (notes []string) {
	var said []string
	at := map[string][]string{}
	for _, r := range rows {
		for _, w := range r.Warnings {
			if at[w] == nil {
				said = append(said, w)
			}
			at[w] = append(at[w], strconv.Itoa(r.T))
		}
	}
	for _, w := range said {
		notes = append(notes, fmt.Sprintf("Warning, T = %s: %s.", strings.Join(at[w], ", "), w))
	}
	return notes
}

// noticeable is the part of J or B by which rounding may put it off without more being
// said: readers see five digits.
const noticeable = 1e-6

// rounding tells how far J and B can be off: in one note, to the next power of ten of
// themselves, and in one each where that is much.
func rounding(rows []experiments.Exact) (notes []string) {
	most := 0.0
	for _, r := range rows {
		for _, c := range []struct {
			name   string
			v, err float64
		}{{"J", r.J(), r.JErr()}, {"B", r.B(), r.BErr()}} {
			if rel := c.err / math.Abs(c.v); rel < noticeable {
				most = max(most, rel)
			} else if c.err > 0 && !math.IsInf(c.v, 0) {
				notes = append(notes, fmt.Sprintf("T = %d: by rounding %s can be off by %.0e.", r.T, c.name, 1.5*c.err))
			}
		}
	}
	if most > 0 {
		most = math.Pow(10, math.Ceil(math.Log10(most)))
		all := "Rounding puts J and B off by less than %.0e of themselves."
		if notes != nil {
			all = "Rounding puts J and B off by less than %.0e of themselves, but where it is said."
		}
		notes = append([]string{fmt.Sprintf(all, most)}, notes...)
	}
	return notes
}

// known is v; nil where it is no number.
func known(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

// ratio is b/j; nil where that is no number, as 0/0 or inf/inf.
func ratio(b, j float64) any {
	return known(b / j)
}

// title says what was run.
func title(c experiments.Chain) string {
	s := []string{c.Target.Name + " on " + c.Target.Grid.String()}
	if c.Seed != nil {
		s[0] += fmt.Sprintf(", seed %d", *c.Seed)
	}
	s = append(s, "kernel "+c.Kernel, "bridge "+c.Bridge, "schedule "+c.Schedule)
	if c.Initial != "uniform" {
		s = append(s, "from "+c.Initial)
	}
	if c.SkipLast {
		s = append(s, "without the last kernel")
	}
	return strings.Join(s, "; ")
}

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
