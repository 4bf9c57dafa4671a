package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Exactly is the table of exact runs of one chain, one row a T. People see the numbers
// that BREAD compares. Programs see every column. What is not finite is null in JSON,
// and then the row's warnings say so and why.
func Exactly(rows []experiments.Exact, f table.Format) table.Table {
	if f.ForPrograms() {
		return exactData(rows, false)
	}
	t := table.Table{Columns: table.Columns("T", "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J")}
	t.Notes = []string{"In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples x_T and p the target; " +
		"B bounds J."}
	checked := slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.Defect) })
	if checked || len(rows) == 0 {
		t.Columns = append(t.Columns, table.Column{Key: "defect"})
		t.Notes[0] += " The defect is the largest relative disagreement between numbers " +
			"that are equal in exact arithmetic."
	}
	if len(rows) > 0 && rows[0].Chain.Extended() {
		t.Columns = append(table.Columns("T", "j_cell=J(x)"), t.Columns[1:]...)
		t.Notes = append(t.Notes, fmt.Sprintf("The kernel runs on %d states, each a cell with what it adds to it. "+
			"J and B are the whole state's; J(x) is that of the cell alone, and stands beside the J of other kernels.",
			int(rows[0].Chain.States)))
	}
	for _, r := range rows {
		t.Title = chainTitle(r.Chain)
		t.Rows = append(t.Rows, exactRow(r, checked))
		if descended(r) {
			t.Notes = append(t.Notes, descentNote(r))
		}
	}
	t.Notes = append(t.Notes, warningNotes(rows)...)
	return t
}

// exactRow is a run's row for people, with its defect if any run has one.
func exactRow(r experiments.Exact, checked bool) []any {
	row := []any{r.T}
	if r.Chain.Extended() {
		row = append(row, r.Cell.Jeffreys())
	}
	row = append(row, r.J(), r.Final.Forward, r.Final.Reverse, r.B(), ratio(r.B(), r.J()))
	if checked {
		row = append(row, table.Known(r.Defect))
	}
	return row
}

// descentNote says how descent found the schedule.
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

// warningNotes lists the warnings of all rows, each with the T that have it.
func warningNotes(rows []experiments.Exact) (notes []string) {
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

// ratio returns a/b as a cell without a value if it is 0/0 or inf/inf.
func ratio(a, b float64) any { return table.Known(a / b) }

// chainTitle says what was run.
func chainTitle(c experiments.Chain) string {
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
