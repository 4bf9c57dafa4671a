package sweeps

import (
	"encoding/json"
	"testing"

	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
)

// someRows returns a row with everything, one with infinite numbers, and one without
// a result.
func someRows(t *testing.T) []sweep.Row {
	t.Helper()
	lines := []string{
		`{"cell":{"toy":"easy","seed":18446744073709551615,"kernel":"metropolis","bridge":"geometric",
		    "initial":"uniform","schedule":"best-b","T":10,"chains":100,"mc_seed":7},
		  "grid":"7x7","values":{"J":0.1,"B":0.30000000000000004,"b_mc":5e-324},
		  "chosen":{"start":"linear","converged":true,"gradient":0.001,"evaluations":12,
		    "betas":[0,0.30000000000000004,1]},
		  "warnings":["one, \"quoted\"","two"],"build":{"version":"v1","commit":"c0ffee","go":"go1"}}`,
		`{"cell":{"target":"w.csv","target_sha256":"ab","kernel":"metropolis","bridge":"geometric",
		    "initial":"i.csv","initial_sha256":"cd","schedule":"linear","skip_last_kernel":true,"T":2},
		  "grid":"2x3","values":{"J":"inf","B":"inf","e_log_w_fwd":"-inf","log_r":-1.5},
		  "build":{"version":"v1","commit":"","go":"go1"}}`,
		`{"cell":{"toy":"barrier","kernel":"identity","bridge":"geometric",
		    "initial":"uniform","schedule":"friction","T":5},
		  "grid":"7x7","values":{},"fault":"no friction","build":{"version":"v1","commit":"","go":"go1"}}`,
	}
	rows := make([]sweep.Row, len(lines))
	for i, line := range lines {
		var parts struct {
			Cell  sweep.Job
			Build journal.Build
		}
		must.Do(t, json.Unmarshal([]byte(line), &parts))
		line = `{"key":"` + journal.Key(parts.Cell, parts.Build) + `",` + line[1:]
		must.Do(t, json.Unmarshal([]byte(line), &rows[i]))
	}
	return rows
}

// A column that has no value in any row is left out if it may be.
func TestRowsHaveTheColumnsThatAreFilled(t *testing.T) {
	there := map[string]bool{}
	for _, c := range Rows(someRows(t), sweep.Plan{}).Columns {
		there[c.Key] = true
	}
	for name, want := range map[string]bool{"b_mc": true, "J": true, "schedule_start": true,
		"near_b": false, "ess": false,
		"data_sha256": false, "b_mc_stderr": false, "warnings": true} {
		if there[name] != want {
			t.Errorf("%s is in the file: %v, want %v", name, there[name], want)
		}
	}
}

// The row of an annealing has its RMSE in the columns of programs: a variance of 9 and a bias of 4
// make 5.
func TestAnnealingBesidePrograms(t *testing.T) {
	row := sweep.Row{Values: columns.Values{"log_w_fwd_var": 9, "path_kl_fwd": 4}}
	rec := recordOf(row)
	for name, want := range map[string]any{"program": "ais", "how": "propagated", "rmse_fwd": 5., "rmse_rev": nil} {
		if rec[name] != want {
			t.Errorf("%s is %v, want %v", name, rec[name], want)
		}
	}
}
