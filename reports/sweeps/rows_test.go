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

// TestData: software reads every column of annealings and programs that some row has, with the warnings of what is not
// there. The RMSE of an annealing is of a variance of 25 and a bias of 12.
func TestData(t *testing.T) {
	var filled sweep.Row
	must.Fill(&filled)
	filled.Values = columns.Values{"J": 2, "B": 5, "ess": 0.5, "near_b": 3, "cost": 7, "rmse_fwd": 1.5}
	plain := cell("easy", 7, "linear", 10, 0, 1)
	plain.Values["log_w_rev_var"] = 25
	plain.Values["path_kl_rev"] = 12
	sampled := cell("barrier", 0, "linear", 10, 3, 4)
	sampled.Values["b_mc"] = 5e-324
	sampled.Values["near_b"] = columns.Real(math.Inf(1))
	sampled.Job.Chains = 30
	sampled.Job.MCSeed = 9
	sampled.Job.Budget = 700
	var b strings.Builder
	for _, rows := range [][]sweep.Row{{filled, plain}, {plain, sampled}} {
		must.Do(t, Data(rows, "the spec").Write(&b, table.JSON, table.Style{}))
	}
	for _, s := range []Story{{Out: "d", Jobs: 1, Kept: 1000, Run: 2000, Files: []string{"a", "b"}}, {Jobs: 3},
		{Out: "d", Shard: "1/2", Jobs: 5, Torn: 1, Bad: 2, Faults: []string{"easy, T = 3: no", "b", "c"}}} {
		note := table.Table{Notes: []string{"before"}}
		for _, all := range [][]table.Table{s.AddTo(nil), s.AddTo([]table.Table{{}, note})} {
			fmt.Fprintf(&b, "%d: %s\n", len(all), strings.Join(all[len(all)-1].Notes, "\n"))
		}
	}
	must.Golden(t, "testdata/rows.golden", b.String())
}
