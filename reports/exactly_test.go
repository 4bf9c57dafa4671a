package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// exactly runs a setting at these T.
func exactly(t *testing.T, s experiments.Setting, ts ...int) []experiments.Measurement {
	t.Helper()
	return measured(t, s, experiments.Ask{}, ts...)
}

// write renders a table.
func write(t *testing.T, made table.Table, f table.Format, s table.Style) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, made.Write(&b, f, s))
	return b.String()
}

// TestMissingNumbers: every number that does not exist is null, with its reason among the warnings.
func TestMissingNumbers(t *testing.T) {
	walled := must.File(t, "t.csv", "0,1,-inf\n1,0,2\n")
	open := must.File(t, "i.csv", "0,0,0\n0,0,0\n")
	for says, c := range map[string]struct {
		s     experiments.Setting
		nulls []string
	}{
		"no log_w_rev_skew: log w does not vary": {experiments.Setting{Toy: "barrier", Initial: "tempered:1"},
			[]string{"log_w_fwd_skew", "log_w_rev_skew"}},
		"J is rounding alone: it is 0, or at most ": {experiments.Setting{Toy: "barrier", Kernel: "perfect"},
			[]string{"b_over_j"}},
		"no log_w_fwd_var and log_w_fwd_skew: the mean is infinite": {
			experiments.Setting{Target: walled, Initial: open},
			[]string{"e_log_w_fwd", "log_w_fwd_var", "log_w_fwd_skew"}},
		"from 32768 cells on only J, B and their parts": {experiments.Setting{Toy: "ising:3x5:0.2"},
			[]string{"b_pairwise", "mean_w", "ess", "log_w_fwd_var", "log_w_rev_skew", "defect", "rows", "near_b"}},
	} {
		var all []map[string]any
		text := write(t, Exactly(exactly(t, c.s, 5), table.JSON), table.JSON, table.Style{})
		must.Do(t, json.Unmarshal([]byte(text), &all))
		for _, key := range c.nulls {
			if v, has := all[0][key]; !has || v != nil {
				t.Errorf("%s: %s is %v, there: %v", says, key, v, has)
			}
		}
		must.Say(t, fmt.Sprint(all[0]["warnings"]), says)
	}
}

// TestStepsWithoutShares: infinite parts are null in JSON, and if B is 0 or infinite there are no shares.
func TestStepsWithoutShares(t *testing.T) {
	row := exactly(t, experiments.Setting{Toy: "barrier"}, 3)[0]
	for forward, part := range map[string]exact.Divergence{"null": {Forward: math.Inf(1), Reverse: 1}, "0": {}} {
		row.Paths = part
		row.Steps = []exact.Step{{T: 2, Beta: 0.5, Part: part}}
		out := write(t, Steps([]experiments.Measurement{row}, table.JSON)[0], table.JSON, table.Style{})
		must.Say(t, out, `"beta":0.5,"path_kl_fwd":`+forward, `"share":null`, "in steps null is")
	}
}
