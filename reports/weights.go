package reports

import (
	"math"
	"slices"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Weights is the table, for people, of the laws of log w. It has no row for a run
// that has none. B near equilibrium is a column of the friction schedule alone.
func Weights(rows []experiments.Exact) table.Table {
	t := table.Table{Title: "The weights", Columns: table.Columns("T")}
	near := slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.NearB) })
	if near {
		t.Columns = append(t.Columns, table.Columns("near_b=near-eq. B", "near_b_floor=its least")...)
		t.Notes = []string{"near-eq. B: what B tends to when every step is small to the kernel; its least: that of " +
			"the best schedule. " +
			"Both say nothing if they are far above B."}
	}
	t.Columns = append(t.Columns, table.Columns("log_w_fwd_var=var fwd", "log_w_rev_var=var rev", "ess=ESS")...)
	t.Notes = append(t.Notes, "var: the variance of log w, forward and in reverse; ESS: the effective sample size of "+
		"one weight.")
	for _, r := range rows {
		row := []any{r.T}
		if near {
			row = append(row, table.Known(r.NearB), table.Known(r.NearFloor))
		}
		row = append(row, table.Known(r.FwdLaw.Variance), table.Known(r.RevLaw.Variance), table.Known(r.ESS))
		if slices.ContainsFunc(row[1:], func(cell any) bool { return cell != nil }) {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
