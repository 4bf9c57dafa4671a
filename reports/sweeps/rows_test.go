package sweeps

import (
	"fmt"
	"math"
	"strings"
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

// TestData: software reads every column of annealings and programs, with the warnings of what is not there.
func TestData(t *testing.T) {
	var filled sweep.Row
	must.Fill(&filled)
	filled.Values = columns.Values{"J": 2, "B": 5, "ess": 0.5, "near_b": 3, "cost": 7, "rmse_fwd": 1.5}
	plain := cell("easy", 7, "linear", 10, 0, 1)
	plain.Values["log_w_rev_var"] = 25
	plain.Values["path_kl_rev"] = 12
	sampled := cell("barrier", 0, "linear", 10, 3, 4)
	sampled.Job.Chains, sampled.Job.MCSeed, sampled.Job.Budget = 30, 9, 700
	var b strings.Builder
	for _, rows := range [][]sweep.Row{{filled, plain}, {plain, sampled}} {
		must.Do(t, Data(rows, "the spec").Write(&b, table.JSON, table.Style{}))
	}
	for _, s := range []Story{{Out: "d", Jobs: 1, Kept: 1000, Run: 2000, Files: []string{"a", "b"}}, {Jobs: 3},
		{Out: "d", Shard: "1/2", Jobs: 5, Torn: 1, Bad: 2, Faults: 3}} {
		note := table.Table{Notes: []string{"before"}}
		for _, all := range [][]table.Table{s.AddTo(nil), s.AddTo([]table.Table{{}, note})} {
			fmt.Fprintf(&b, "%d: %s\n", len(all), strings.Join(all[len(all)-1].Notes, "\n"))
		}
	}
	must.Golden(t, "testdata/rows.golden", b.String())
}
