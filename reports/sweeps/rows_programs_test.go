package sweeps

import (
	"testing"

	"breadboard/experiments/columns"
	"breadboard/experiments/sweep"
)

// The row of an annealing has its RMSE in the columns of programs: a variance of 9 and a bias of 4
// make 5.
func TestAnnealingBesidePrograms(t *testing.T) {
	row := sweep.Row{Values: columns.NewValues(map[string]float64{"log_w_fwd_var": 9, "path_kl_fwd": 4})}
	rec := record{}
	rec.fill(row)
	for name, want := range map[string]any{"program": "ais", "how": "propagated", "rmse_fwd": 5., "rmse_rev": nil} {
		if rec[name] != want {
			t.Errorf("%s is %v, want %v", name, rec[name], want)
		}
	}
}
