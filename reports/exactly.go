package reports

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Exactly is the table of exact runs of one chain, one row a T. People see the numbers
// that BREAD compares. Programs see every column. Numbers that are not finite are null
// in JSON, and the row's warnings say why.
func Exactly(rows []experiments.Exact, f table.Format) table.Table {
	if f.ForPrograms() {
		return exactData(rows, false)
	}
	t := table.Table{Lead: 2, Columns: table.Columns("seed", "T", "J", "j_state=J(state)", "kl_q_p=KL(q‖p)",
		"kl_p_q=KL(p‖q)", "B", "b_over_j=B/J", "defect")}
	t.Note("In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples x_T and p the target; B bounds J.")
	if slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.Defect) }) || len(rows) == 0 {
		t.Notes[0] += " The defect is the largest relative disagreement between numbers " +
			"that are equal in exact arithmetic."
	} else {
		t.Drop("defect")
	}
	if len(rows) > 0 && rows[0].Chain.Extended() {
		t.Note("The kernel runs on %d states, each a cell with more, such as a direction. "+
			"q and p are laws of the cell; J(state) is of the whole state, and so is B, which bounds both.",
			int(rows[0].Chain.States))
	} else {
		t.Drop("j_state")
	}
	off, warnings := 0.0, []warning(nil)
	for _, r := range rows {
		rec := forPeople(r)
		if r.Rounded() != "" {
			off = max(off, r.Cell.Off)
		}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		warnings = append(warnings, warningsOf(strconv.Itoa(r.T), r.Warnings)...)
		if descended(r) {
			t.Notes = append(t.Notes, descentNote(r))
		}
	}
	if off > 0 {
		t.Note("J is 0 where it is rounding alone, here up to %.1e nats; then B/J is blank.", off)
	}
	if len(rows) > 0 && rows[0].Chain.Matrix != "" {
		t.Notes = append(t.Notes, matricesNote(rows[0].Schedule))
	}
	t.Notes = append(t.Notes, warningNotes("T = ", warnings)...)
	t.Title = seedTitle(&t, each(rows, func(r experiments.Exact) experiments.Chain { return r.Chain }))
	return t
}

// matricesNote says at which betas the matrices of a folder stand.
func matricesNote(s chains.Schedule) string {
	betas := each(s.Betas(), func(b float64) string { return fmt.Sprintf("%.6g", b) })
	return fmt.Sprintf("The matrices stand at beta = %s; nothing is interpolated between them.", table.Abridged(betas))
}

// forPeople is the record of a run with blanks where there is no number, and with B/J.
func forPeople(r experiments.Exact) record {
	rec := exactRecord(r)
	if rec["b_over_j"] = math.NaN(); rec["J"] != 0. {
		rec["b_over_j"] = r.B() / r.J()
	}
	for name, cell := range rec {
		if v, ok := cell.(float64); ok {
			rec[name] = table.Known(v)
		}
	}
	return rec
}

// Weights is the table, for people, of the laws of log w. A run without them has no
// row. B near equilibrium is a column of the friction schedule alone.
func Weights(rows []experiments.Exact) table.Table {
	t := table.Table{Title: "The weights", Lead: 2, Columns: table.Columns("seed", "T", "near_b=near-eq. B",
		"near_b_floor=its least", "log_w_fwd_var=var fwd", "log_w_rev_var=var rev", "ess=ESS")}
	if slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.NearB) }) {
		t.Note("near-eq. B: B approaches it if every step is small for the kernel; its least: that of the best " +
			"schedule. Both say nothing if they are far above B.")
	} else {
		t.Drop("near_b", "near_b_floor")
	}
	t.Note("var: the variance of log w, forward and in reverse; ESS: the effective sample size of one weight.")
	for _, r := range rows {
		row := table.RowOf(t.Columns, forPeople(r))
		if slices.ContainsFunc(row[2:], func(cell any) bool { return cell != nil }) {
			t.Rows = append(t.Rows, row)
		}
	}
	oneSeed(&t, each(rows, func(r experiments.Exact) *uint64 { return r.Chain.Seed }))
	return t
}

// exactData is the table of exact runs for programs: all columns, one row a T. With
// steps it has one more column, a list of all steps.
func exactData(rows []experiments.Exact, steps bool) table.Table {
	t := table.Table{Columns: forPrograms(columns.Exact(len(rows) > 0 && rows[0].Chain.Extended(), steps))}
	for _, r := range rows {
		rec := exactRecord(r)
		if steps {
			rec["steps"] = stepCells(r)
		}
		rec["warnings"] = exactWarnings(r, t.Columns, rec, steps)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	return t
}

// descended reports whether descent found the schedule.
func descended(r experiments.Exact) bool { return r.Choice != nil && r.Choice.Evaluations > 0 }

func descentNote(r experiments.Exact) string {
	c := r.Choice
	if math.IsInf(c.Value, 1) {
		return fmt.Sprintf("%s, T = %d: there is nothing to descend, every schedule has an infinite one; %s is kept.",
			r.Chain.Schedule, r.T, c.Start)
	}
	how := "converged"
	if !c.Converged {
		how = "did not converge"
	}
	return fmt.Sprintf("%s, T = %d: descent from %s %s, gradient %s, %d evaluations.",
		r.Chain.Schedule, r.T, c.Start, how, table.Short(c.Gradient), c.Evaluations)
}

// WriteBetas writes the betas of a run as --schedule file: reads them. Comments say what they are of.
func WriteBetas(w io.Writer, r experiments.Exact) error {
	return chains.WriteBetas(w, r.Schedule, betasTitle(r.Chain),
		fmt.Sprintf("T = %d, J = %s, B = %s, in nats", r.T, table.Full(r.J()), table.Full(r.B())))
}

// BetasBegin returns how the file of WriteBetas begins.
func BetasBegin(c experiments.Chain, t int) string {
	return fmt.Sprintf("# %s\n# T = %d, ", text.OneLine(betasTitle(c)), t)
}

func betasTitle(c experiments.Chain) string { return "the betas of " + chainTitle(c) }
