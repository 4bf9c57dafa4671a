package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
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
