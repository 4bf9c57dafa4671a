package reports

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/experiments/apart"
	"breadboard/grid"
	"breadboard/reports/table"
)

// outsideRow is a row of a program from outside that is sound, as change would have it.
func outsideRow(change func(*apart.Ways)) apart.Row {
	w := apart.Ways{Command: "python3 my.py", Runs: 1000, Exact: 1.4446, Grid: grid.New(2, 3),
		BothWays: evidence.BothWays{LogR: 1.44, StdErr: 0.01, Variance: 300, Swapped: 1, Worst: 4, Z: 1.2,
			ByCell:   evidence.Pearson{Statistic: 4.5, DF: 4, P: 0.34},
			ByWeight: evidence.Pearson{Statistic: 7.5, DF: 9, P: 0.59}}}
	change(&w)
	return apart.Row{Program: apart.Exec, Ways: &w}
}

// People read what the tests say of a program from outside, in words.
func TestWaysNotes(t *testing.T) {
	nothing := evidence.Pearson{Statistic: math.NaN(), P: math.NaN()}
	for name, c := range map[string]struct {
		change func(*apart.Ways)
		want   string
	}{
		"sound": {func(*apart.Ways) {}, "exec: python3 my.py. Its forward and reverse runs fit together (1000 each way, " +
			"p = 1.0000; χ² by cell is 4.5 on 4 degrees, by log w 7.5 on 9 degrees). By its weights log R is 1.440 ± 0.010; " +
			"the truth is 1.4446."},
		"a constant": {func(w *apart.Ways) { w.LogR = 8.44 }, "By its weights log R is 8.440 ± 0.010; the truth is 1.4446, " +
			"so they have a constant in them, which drops out of the estimate."},
		"wrong by cell": {func(w *apart.Ways) { w.ByCell.P, w.Z = 1e-9, -6.1 }, "do not fit together (1000 each way, " +
			"p = 3.0000e-09; χ² by cell is 4.5 on 4 degrees, by log w 7.5 on 9 degrees): for their weights, too few of " +
			"cell [1 1] are reverse runs, z = -6.1. So the estimate says nothing."},
		"wrong by weight": {func(w *apart.Ways) { w.ByWeight.P, w.LogR = 1e-9, 8 },
			"by log w 7.5 on 9 degrees). So the estimate says nothing. A right program is accused " +
				"with probability 0.0001 at most. By its weights log R is 8.000 ± 0.010; " +
				"the truth is 1.4446."},
		"too few": {func(w *apart.Ways) { w.Variance, w.ByCell, w.ByWeight, w.StdErr = 1, nothing, nothing, 0.9 },
			"Whether its forward and reverse runs fit together cannot be told from 1000 each way"},
		"no weight": {func(w *apart.Ways) {
			w.Variance, w.ByCell, w.ByWeight, w.LogR, w.StdErr = 0, nothing, nothing, math.NaN(), math.NaN()
		}, "Its weights do not tell log R, which is 1.4446."},
		"one group": {func(w *apart.Ways) { w.ByWeight, w.LogR, w.StdErr = nothing, -1e-14, 0 },
			"by log w of one group). By its weights log R is 0; the truth is 1.4446"},
	} {
		notes := strings.Join(Apart([]apart.Row{outsideRow(c.change)}, table.Plain).Notes, "\n")
		if !strings.Contains(notes, c.want) {
			t.Errorf("%s: no %q in %s", name, c.want, notes)
		}
	}
}

// Programs read the tests in columns, which a table without a program from outside has not.
func TestWaysColumns(t *testing.T) {
	data := Apart([]apart.Row{outsideRow(func(w *apart.Ways) { w.StdErr = math.NaN() }), {Program: "ais"}}, table.JSON)
	at := map[string]int{}
	for i, c := range data.Columns {
		at[c.Key] = i
	}
	for key, want := range map[string]any{"exec": "python3 my.py", "exec_p": 1.0, "exec_p_cell": 0.34,
		"exec_worst_cell": 4, "exec_log_r_stderr": nil, "log_r": 1.4446} {
		if got := data.Rows[0][at[key]]; got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
		if got := data.Rows[1][at[key]]; got != nil {
			t.Errorf("of ais %s is %v, want nothing", key, got)
		}
	}
	for _, c := range Apart([]apart.Row{{Program: "ais"}}, table.JSON).Columns {
		if strings.HasPrefix(c.Key, "exec") {
			t.Errorf("without a program from outside there is a column %s", c.Key)
		}
	}
}
