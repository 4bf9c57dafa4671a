package sweeps

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// A sweep is shown on a terminal: its settings with what the draws say of each, or every result.

// spreads are the columns of what draws say beyond the median. In summary.md other tables say more of that.
var spreads = []string{"J_quartiles", "B_quartiles", "wins"}

// Shown is the table of a sweep without files: every combination of names, with the quartiles of J and of B over the
// draws and on how many of them it has the least. Of one draw it says which is the least.
func Shown(s ranking.Summary) table.Table { return ranked(s, math.MaxInt, "") }

// ranked is resultTable with what the draws say, and the notes that explain it. Where a terminal is narrow, the
// quartiles go before B/J does.
func ranked(s ranking.Summary, most int, file string) table.Table {
	t := resultTable(s, most, file)
	t.Spare = []string{"B_quartiles", "J_quartiles", "b_over_j"}
	if drawn(s.Outcomes) == nil {
		t.Drop(spreads...)
		noteRivals(&t, s, "Least: ")
		return t
	}
	if slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		t.Drop("least")
		noteRivals(&t, s, "Wins, as 5/1: on five draws it has the least J, and on one the least B, ")
	} else {
		t.Drop("wins")
	}
	t.Note("Quartiles: a quarter of the draws is below the first number, and a quarter above the second.")
	return t
}

// fewest and most are the digits that quartiles have: two, with which a table is not too wide for a terminal, or as
// many as it takes.
const fewest, most = 2, 5

// blur is the share of what lies between the quartiles by which one of them may be rounded.
const blur = 0.1

// quartiles are the first and the third in as few digits as leave the median between them and round them by little. Of
// one draw there are none.
func quartiles(s ranking.Spread) any {
	if math.IsNaN(s.Q1) || s.Q1 == s.Q3 {
		return nil
	}
	for digits := fewest; digits < most; digits++ {
		low := strconv.FormatFloat(s.Q1, 'g', digits, 64)
		high := strconv.FormatFloat(s.Q3, 'g', digits, 64)
		rounded := max(math.Abs(number(low)-s.Q1), math.Abs(number(high)-s.Q3))
		if number(low) <= s.Q2 && s.Q2 <= number(high) && rounded <= blur*(s.Q3-s.Q1) {
			return low + ".." + high
		}
	}
	return table.Short(s.Q1) + ".." + table.Short(s.Q3)
}

// number reads what was written of one.
func number(written string) float64 {
	v, err := strconv.ParseFloat(written, 64)
	if err != nil {
		panic(err)
	}
	return v
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
