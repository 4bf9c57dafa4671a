package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// What registers itself is refused where it has not, and the fault says what to import.
func TestUnregistered(t *testing.T) {
	had, could := matrices, byTruth
	t.Cleanup(func() { matrices, byTruth = had, could })
	matrices = Matrices{}
	byTruth = Tuning{}
	const rows = "reads no matrices; one that imports breadboard/experiments/matrices would do"
	for name, c := range map[string]struct {
		Setting
		says string
	}{
		"matrix folder":   {Setting{Matrix: "folder"}, rows},
		"exec mine":       {Setting{Exec: "mine"}, rows},
		"schedule best-b": {Setting{Schedule: "best-b"}, "one that imports breadboard/experiments/schedules would do"},
	} {
		c.Toy = "barrier"
		must.Refuse(c.Find())(t, c.says, "%s", name)
	}
}
