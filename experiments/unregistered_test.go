package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// What registers itself is refused where it has not, and the fault says what to import.
func TestUnregistered(t *testing.T) {
	had := matrices
	t.Cleanup(func() { matrices = had })
	matrices = Matrices{}
	for name, s := range map[string]Setting{
		"matrix folder": {Toy: "barrier", Matrix: "folder"},
		"exec mine":     {Toy: "barrier", Exec: "mine"},
	} {
		want := name + ": this program reads no matrices; one that imports breadboard/experiments/matrices would do"
		must.Refuse(s.Find())(t, want, "%s", name)
	}
}
