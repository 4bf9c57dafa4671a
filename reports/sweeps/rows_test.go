package sweeps

import (
	"fmt"
	"math"
	"testing"

	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestRowsHaveTheColumnsThatAreFilled: an optional column without a value in any row is left out.
func TestRowsHaveTheColumnsThatAreFilled(t *testing.T) {
	r := cell("easy", 7, "linear", 10, 1, math.Inf(1))
	r.Values["b_mc"] = 5e-324
	made := Data([]sweep.Row{cell("barrier", 0, "linear", 10, 1, 2), r}, "spec")
	row := map[string]any{}
	for i, c := range made.Columns {
		row[c.Key] = made.Rows[1][i]
	}
	for name, want := range map[string]any{"b_mc": 5e-324, "J": 1., "b_over_j": math.Inf(1), "seed": uint64(7)} {
		if row[name] != want {
			t.Errorf("%s is %v, want %v", name, row[name], want)
		}
	}
	must.Say(t, fmt.Sprint(row["warnings"]), "null where there is no word for it: B = inf")
	for _, name := range []string{"near_b", "schedule_start", "read_sha256", "b_mc_stderr"} {
		if _, there := row[name]; there {
			t.Errorf("%s is in the file", name)
		}
	}
}

// TestAnnealingBesidePrograms: the row of an annealing has its RMSE in the columns of programs. A variance of 9 and a
// bias of 4 make 5.
func TestAnnealingBesidePrograms(t *testing.T) {
	row := sweep.Row{Values: columns.Values{"log_w_fwd_var": 9, "path_kl_fwd": 4}}
	rec := recordOf(row)
	for name, want := range map[string]string{"program": "ais", "how": "propagated", "rmse_fwd": "5.0000",
		"rmse_rev": ""} {
		if table.ForPeople(rec[name]) != want {
			t.Errorf("%s is %v, want %v", name, rec[name], want)
		}
	}
}
