package explore_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestDrawIsTheToy: the drawn target is the toy's, and its text paints the same one, bit for bit.
func TestDrawIsTheToy(t *testing.T) {
	for name, toy := range map[string]toys.Target{"barrier": toys.Barrier(), "staircase": toys.Staircase(),
		"potts:1x2:3:1": toys.Potts(1, 2, 3, 1)} {
		d := must.Have(explore.CanvasOf(explore.Question{Toy: name}))(t)
		if want := toy.Grid.Kind(0).String(); d.Kinds != want && d.Kinds+want != "line" {
			t.Errorf("%s: drawn on axes of the kinds %q, want %s", name, d.Kinds, want)
		}
		if d.Rows*d.Columns != toy.Grid.Size() || d.Columns != toy.Grid.Len(1) {
			t.Errorf("%s: %d rows of %d for %v cells", name, d.Rows, d.Columns, toy.Grid)
		}
		painted := must.Have(explore.Painted(d.Target))(t)
		if diff := cmp.Diff(toy.LogF, painted.LogF); diff != "" {
			t.Errorf("%s: painted from the text log f differs: %s", name, diff)
		}
		for x, wall := range d.Walls {
			if wall != toy.Grid.Wall(x) {
				t.Errorf("%s, cell %d is drawn as a wall: %v", name, x, wall)
			}
		}
	}
}
