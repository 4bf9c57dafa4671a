package reports

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/geweke"
	"breadboard/grid/must"
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

// TestGeweke: people see which statistic differs and how it was drawn. Software reads every number.
func TestGeweke(t *testing.T) {
	joint := aGeweke()
	people := gewekeTable(joint)
	if want := "The kernel does not fit clustering:2:2: mean of y has another distribution."; people.Title != want {
		t.Errorf("the verdict is %q, want %q", people.Title, want)
	}
	must.Say(t, strings.Join(people.Notes, " "), "4 pairs", "3 steps")
	sound := aGeweke()
	sound.Findings = sound.Findings[:1]
	must.Say(t, gewekeTable(sound).Title, "The kernel fits clustering:2:2, as far as 4 draws tell.")
	want := table.Object{"draws", 4, "mc_seed", uint64(9), "ok", false, "statistics", []table.Object{
		{"distance", 0.25, "mean_chain", 2.25, "mean_forward", 2., "name", "cell", "ok", true, "p", 1.},
		{"distance", 1., "mean_chain", 1., "mean_forward", 0., "name", "mean of y", "ok", false, "p", 1e-4},
	}, "steps", 3, "test", "joint"}
	if diff := cmp.Diff(want, gewekeObject(joint)); diff != "" {
		t.Errorf("for programs: %s", diff)
	}
}
