package reports

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"breadboard/experiments/apart"
	"breadboard/experiments/columns"
	"breadboard/experiments/sandwich"
	"breadboard/reports/table"
)

// fill sets each number and word of a record to a number of its own, so that a column that takes another's field is
// seen. It takes a pointer, and sets nothing of lists, functions and what is not exported.
func fill(record any) {
	next := 101
	setEach(reflect.ValueOf(record).Elem(), &next)
}

func setEach(v reflect.Value, next *int) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			setEach(v.Field(i), next)
		}
		return
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setEach(v.Elem(), next)
		return
	case reflect.Array:
		for i := range v.Len() {
			setEach(v.Index(i), next)
		}
		return
	case reflect.String:
		v.SetString(fmt.Sprintf("word %d", *next))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Uint64:
		v.SetUint(uint64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next))
	}
	*next += *next/7 + 1 // sums of two are no third
}

// cellsAre holds cells of the first row against what they should be.
func cellsAre(t *testing.T, all table.Table, want map[string]any) {
	t.Helper()
	for i, c := range all.Columns {
		if v, ok := want[c.Key]; ok && fmt.Sprint(all.Rows[0][i]) != fmt.Sprint(v) {
			t.Errorf("%s is %v, want %v", c.Key, all.Rows[0][i], v)
		}
		delete(want, c.Key)
	}
	if len(want) > 0 {
		t.Errorf("there are no columns for %v", want)
	}
}

// TestEachColumnOfAide: each column of a comparison has a field of its own.
func TestEachColumnOfAide(t *testing.T) {
	var r apart.Row
	fill(&r)
	r.Why = ""
	b := r.Exact.Bias
	cellsAre(t, AIDE([]apart.Row{r}, table.JSON), map[string]any{
		"target": r.Target, "grid": r.Grid, "gold": r.Gold, "program": r.Program, "T": r.T,
		"how_gold": r.HowGold, "how_program": r.HowTarget,
		"symmetrised_kl": r.Symmetrised(), "kl_gold_program": r.Laws.Forward, "kl_program_gold": r.Laws.Reverse,
		"expected": r.Expected, "bias_gold_own": b.GoldOwn, "bias_program_other": b.TargetOther,
		"bias_program_own": b.TargetOwn, "bias_gold_other": b.GoldOther, "bias": b.Total(), "off": r.Off,
		"runs_gold": r.Runs.Gold, "runs_program": r.Runs.Target,
		"meta_gold": r.Meta.Gold, "meta_program": r.Meta.Target,
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
	fill(&r)
	for side, n := range []int{3, 5} {
		r.Sides[side].LogW = make([]float64, n)
	}
	r.Verdict = sandwich.CannotTell
	whole := sandwich.Judgement{Results: []sandwich.Result{r}, Same: []sandwich.Same{{Program: r.Program, P: 0.5}}}
	cellsAre(t, Sandwich(whole, table.JSON), map[string]any{
		"T": r.T, "program": r.Program, "log_r_lower": r.Ends[0], "log_r_upper": r.Ends[1],
		"runs_fwd": 3, "runs_rev": 5,
		"e_log_w_fwd": r.Means[0].Value, "e_log_w_fwd_stderr": r.Means[0].StdErr,
		"e_log_w_rev": r.Means[1].Value, "e_log_w_rev_stderr": r.Means[1].StdErr,
		"b": r.B.Value, "b_stderr": r.B.StdErr, "bar": r.Bar.Value, "bar_stderr": r.Bar.StdErr,
		"log_mean_w": r.LogMeans[0].Value, "log_mean_w_stderr": r.LogMeans[0].StdErr,
		"log_mean_inv_w": r.LogMeans[1].Value, "log_mean_inv_w_stderr": r.LogMeans[1].StdErr,
		"crooks_p": r.P, "why": r.Why, "one_r_p": 0.5,
	})
}

// TestEachNumberOfARun: each number of exact and of a sweep is read from a field of its own.
func TestEachNumberOfARun(t *testing.T) {
	var r columns.Run
	fill(&r)
	e, a := r.Estimates, r.Account
	want := map[string]float64{
		"J": r.Final.Forward + r.Final.Reverse, "B": r.Paths.Forward + r.Paths.Reverse,
		"kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
		"path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "log_r": r.LogR,
		"e_log_w_fwd": r.LogR - r.Paths.Forward, "e_log_w_rev": r.LogR + r.Paths.Reverse,
		"log_w_fwd_var": r.FwdLaw.Variance, "log_w_fwd_skew": r.FwdLaw.Skewness,
		"log_w_rev_var": r.RevLaw.Variance, "log_w_rev_skew": r.RevLaw.Skewness,
		"ess": r.ESS, "near_b": r.NearB, "near_b_floor": r.NearFloor, "defect": r.Defect,
		"b_pairwise": r.Pairwise.Forward + r.Pairwise.Reverse, "mean_w": r.MeanW, "mean_inv_w": r.MeanInvW,
		"b_mc": e.B.Value, "b_mc_stderr": e.B.StdErr,
		"e_log_w_fwd_mc": e.FwdLogW.Value, "e_log_w_fwd_mc_stderr": e.FwdLogW.StdErr,
		"e_log_w_rev_mc": e.RevLogW.Value, "e_log_w_rev_mc_stderr": e.RevLogW.StdErr,
		"rmse_fwd": a.RMSEFwd.Value, "rmse_rev": a.RMSERev.Value, "cost": a.Cost, "off": a.Off,
		"b_stderr": a.B.StdErr, "e_log_w_fwd_stderr": a.FwdLogW.StdErr, "e_log_w_rev_stderr": a.RevLogW.StdErr,
		"mean_w_stderr": a.MeanW.StdErr, "mean_inv_w_stderr": a.MeanInvW.StdErr,
		"rmse_fwd_stderr": a.RMSEFwd.StdErr, "rmse_rev_stderr": a.RMSERev.StdErr,
		"tv": r.TV,
	}
	seen := map[string]bool{}
	for _, c := range columns.All {
		got, isNumber := c.Value(r)
		if !isNumber || c.Name == "b_minus_j" || seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		value, known := want[c.Name]
		if strings.HasPrefix(c.Name, "near_b") { // it is printed to five digits
			value = toDigits(value, 5)
		}
		if !known || got != value {
			t.Errorf("%s is %v, want %v", c.Name, got, value)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		t.Errorf("no columns %v", want)
	}
}

func toDigits(v float64, digits int) (short float64) {
	_, _ = fmt.Sscan(fmt.Sprintf("%.*e", digits-1, v), &short)
	return short
}
