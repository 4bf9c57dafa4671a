package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/geweke"
	"breadboard/reports/table"
	"breadboard/toys"
)

// aGeweke returns a test with one statistic that has the same distribution both ways, and one that has not.
func aGeweke() geweke.Result {
	return geweke.Result{Test: geweke.Test{Model: toys.NewClustering(2, 2).Model(), Steps: 3, Draws: 4, MCSeed: 9},
		Findings: []geweke.Finding{
			{Name: "cell", Forward: []float64{1, 2, 2, 3}, Chain: []float64{2, 1, 3, 3}, Distance: 0.25, P: 1},
			{Name: "mean of y", Forward: []float64{0, 0, 0, 0}, Chain: []float64{1, 1, 1, 1}, Distance: 1, P: 1e-4},
		}}
}

// TestGeweke: software reads every number of a test.
func TestGeweke(t *testing.T) {
	joint := aGeweke()
	want := table.Object{"draws", 4, "mc_seed", uint64(9), "ok", false, "statistics", []table.Object{
		{"distance", 0.25, "mean_chain", 2.25, "mean_forward", 2., "name", "cell", "ok", true, "p", 1.},
		{"distance", 1., "mean_chain", 1., "mean_forward", 0., "name", "mean of y", "ok", false, "p", 1e-4},
	}, "steps", 3, "test", "joint"}
	if diff := cmp.Diff(want, gewekeObject(joint)); diff != "" {
		t.Errorf("for programs: %s", diff)
	}
}
