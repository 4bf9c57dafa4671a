package reports

import (
	"testing"

	"breadboard/experiments/apart"
	"breadboard/experiments/sandwich"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// TestEachColumnOfAide: each column of a comparison has a field of its own.
func TestEachColumnOfAide(t *testing.T) {
	var r apart.Row
	reporttest.Fill(&r)
	r.Why = ""
	b := r.Exact.Bias
	reporttest.OneRow(t, Apart([]apart.Row{r}, table.JSON), map[string]any{
		"target": r.Target, "grid": r.Grid, "gold": r.Gold, "program": r.Program, "T": r.T,
		"how_gold": r.HowGold, "how_program": r.HowTarget,
		"symmetrised_kl": r.Symmetrised(), "kl_gold_program": r.Laws.Forward, "kl_program_gold": r.Laws.Reverse,
		"expected": r.Expected, "bias_gold_own": b.GoldOwn, "bias_program_other": b.TargetOther,
		"bias_program_own": b.TargetOwn, "bias_gold_other": b.GoldOther, "bias": b.Total(), "off": r.Off,
		"runs_gold": r.Runs.Gold, "runs_program": r.Runs.Target, "meta_gold": r.Meta.Gold, "meta_program": r.Meta.Target,
		"mc_seed": r.Options.Seed, "estimate": r.Estimate.Value, "stderr": r.Estimate.StdErr,
		"estimate_m1": r.AtOne.Value, "stderr_m1": r.AtOne.StdErr, "drop": r.Drop.Value, "drop_stderr": r.Drop.StdErr,
		"bias_left": r.Bias.Value, "halving_m": r.M, "halving_most": r.Searched,
		"fall_gold": r.Falls.Gold.Value, "fall_gold_stderr": r.Falls.Gold.StdErr, "fall_gold_m": r.Falls.Runs.Gold,
		"fall_program": r.Falls.Target.Value, "fall_program_stderr": r.Falls.Target.StdErr,
		"fall_program_m": r.Falls.Runs.Target,
		"exec":           r.Ways.Command, "exec_p_cell": r.Ways.ByCell.P, "exec_p_weight": r.Ways.ByWeight.P,
		"exec_log_r": r.Ways.LogR, "exec_log_r_stderr": r.Ways.StdErr, "exec_worst_cell": r.Ways.Worst,
		"exec_worst_z": r.Ways.Z,
	})
}

// TestEachColumnOfSandwich: each column of a judged set has a field of its own.
func TestEachColumnOfSandwich(t *testing.T) {
	var r sandwich.Result
	reporttest.Fill(&r)
	for side, n := range []int{3, 5} {
		r.Sides[side].LogW = make([]float64, n)
	}
	r.Verdict = sandwich.CannotTell
	whole := sandwich.Whole{Results: []sandwich.Result{r}, Same: []sandwich.Same{{Program: r.Program, P: 0.5}}}
	reporttest.OneRow(t, Sandwich(whole, table.JSON), map[string]any{
		"T": r.T, "program": r.Program, "log_r_lower": r.Ends[0], "log_r_upper": r.Ends[1], "runs_fwd": 3, "runs_rev": 5,
		"e_log_w_fwd": r.Means[0].Value, "e_log_w_fwd_stderr": r.Means[0].StdErr,
		"e_log_w_rev": r.Means[1].Value, "e_log_w_rev_stderr": r.Means[1].StdErr,
		"b": r.B.Value, "b_stderr": r.B.StdErr, "bar": r.Bar.Value, "bar_stderr": r.Bar.StdErr,
		"log_mean_w": r.LogMeans[0].Value, "log_mean_w_stderr": r.LogMeans[0].StdErr,
		"log_mean_inv_w": r.LogMeans[1].Value, "log_mean_inv_w_stderr": r.LogMeans[1].StdErr,
		"crooks_p": r.P, "why": r.Why, "one_r_p": 0.5,
	}, "runs_fwd", "runs_rev")
}
