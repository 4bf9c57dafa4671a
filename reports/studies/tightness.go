package studies

import (
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/table"
)

// tightnessTable has J of one toy, the two divergences that sum to it, B and B/J at every
// T, in nats.
func tightnessTable(rows []paper.Tightness) table.Table {
	t := table.Table{
		Title:   rows[0].Title + ": J and its bound B, exact, in nats",
		Columns: table.Columns("T", "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J"),
	}
	defect := 0.0
	for _, r := range rows {
		t.Add(r.T, r.J(), r.Final.Forward, r.Final.Reverse, r.B(), r.Ratio())
		defect = max(defect, r.Defect)
	}
	t.Note("Quantities that are equal in exact arithmetic differ by at most %.1e of their size.", defect)
	for _, r := range rows {
		for _, w := range r.Warnings {
			t.Note("T = %d: %s", r.T, w)
		}
	}
	return t
}

// publishedTable puts each published figure beside the computed one.
func publishedTable(rows []paper.Tightness) table.Table {
	t := table.Table{
		Title:   "The figures that were published, and those computed here",
		Columns: table.Columns("toy", "figure", "published", "computed", "verdict"),
		Notes: []string{
			"J(100) is J at T = 100.",
			"The two random toys are draws that were never published: " +
				"the draws here are, of the first 100,000, the nearest to these figures.",
		},
	}
	for _, r := range rows {
		for _, c := range r.Claims {
			v := table.Verdict{Text: c.Verdict()}
			if !c.Agrees() {
				v.Mark = table.Failed
			}
			t.Add(r.Toy, at(string(c.Quantity), c.T), c.Printed, c.Computed, v)
		}
	}
	return t
}

func at(quantity string, T int) string { return fmt.Sprintf("%s(%d)", quantity, T) }

// tightnessData is the table for programs, with everything. A published figure and its
// verdict are empty (null) if nothing was published.
func tightnessData(rows []paper.Tightness) table.Table {
	t := table.Table{Columns: table.Keys("toy T J kl_q_p kl_p_q B b_over_j path_kl_fwd path_kl_rev " +
		"J_published J_verdict B_published B_verdict defect warnings")}
	for _, r := range rows {
		row := []any{r.Toy, r.T, r.J(), r.Final.Forward, r.Final.Reverse, r.B(), r.Ratio(), r.Paths.Forward,
			r.Paths.Reverse}
		for _, q := range []experiments.Quantity{experiments.J, experiments.B} {
			if c, ok := r.Claim(q); ok {
				row = append(row, c.Value(), c.Verdict())
			} else {
				row = append(row, nil, nil)
			}
		}
		t.Add(append(row, r.Defect, r.Warnings)...)
	}
	return t
}
