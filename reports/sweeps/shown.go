package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A sweep that keeps nothing is shown: its settings with what the draws say of each, or every result.

// spreads are the columns of what draws say beyond the median. Files have more of that, and the table beside them none.
var spreads = []string{"J_quartiles", "B_quartiles", "wins"}

// Shown is the table of a sweep without files: every combination of names, with the quartiles of J and of B over the
// draws and on how many of them it has the least. Of one draw it says which is the least.
func Shown(s ranking.Summary) table.Table {
	t := resultTable(s, math.MaxInt, "")
	switch {
	case drawn(s.Outcomes) == nil:
		t.Drop(spreads...)
		noteRivals(&t, s, "Least: ")
		return t
	case slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals):
		t.Drop("least")
		noteRivals(&t, s, "Wins, as 5/1: on five draws it has the least J, and on one the least B, ")
	default:
		t.Drop("wins")
	}
	t.Note("Quartiles: a quarter of the draws is below the first number, and a quarter above the second.")
	return t
}

// quartiles are the first and the third in two digits, with which a table is not too wide for a terminal, or in those
// of other numbers where two do not tell them apart.
func quartiles(s ranking.Spread) any {
	if math.IsNaN(s.Q1) {
		return nil
	}
	low := fmt.Sprintf("%.2g", s.Q1)
	high := fmt.Sprintf("%.2g", s.Q3)
	if low == high {
		low = table.Short(s.Q1)
		high = table.Short(s.Q3)
	}
	return low + ".." + high
}

// winsCell says on how many draws an outcome has the least J, and on how many the least B.
func winsCell(o ranking.Outcome) any {
	if !o.Rivals() {
		return nil
	}
	return table.Thousands(o.WinsJ) + "/" + table.Thousands(o.WinsB)
}

// Each is the table, for people, of all results, a row each, in columns of what differs among them.
func Each(rows []sweep.Row, s ranking.Summary) table.Table {
	if len(s.Outcomes) == 0 {
		return Shown(s)
	}
	axes := ranking.Varying(s.Outcomes)
	seeds := drawn(s.Outcomes) != nil
	t := table.Table{Title: "J and B in nats, of every result", Spare: []string{"b_over_j"}}
	names := table.Each(axes, func(a ranking.Axis) string { return a.Name })
	if seeds {
		names = append(names, "seed")
	}
	t.Lead = max(len(names), 1)
	t.Columns = table.Columns(append(names, "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J")...)
	for _, r := range rows {
		var row []any
		for _, a := range axes {
			row = append(row, axisCell(a, r.Job))
		}
		if seeds {
			row = append(row, table.Pointed(r.Job.Seed))
		}
		j := r.At("J")
		b := r.At("B")
		t.Add(append(row, table.Known(j), table.Known(r.At("kl_q_p")), table.Known(r.At("kl_p_q")), table.Known(b),
			quotientCell(b, j))...)
	}
	if common := inCommon(s, axes); len(common) > 0 {
		t.Note("All rows: %s.", strings.Join(common, ", "))
	}
	t.Note("In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples and p the target; B bounds J.")
	return t
}
