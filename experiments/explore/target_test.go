package explore_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/experiments/explore"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestPaintedText: what is written is read again, bit for bit.
func TestPaintedText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		columns := rapid.IntRange(2, 5).Draw(t, "columns")
		one := rapid.OneOf(rapid.Float64Range(-toys.Largest, toys.Largest), rapid.Float64Range(-10, 10),
			rapid.Just(math.Inf(-1)))
		logf := rapid.SliceOfN(one, rows*columns, rows*columns).Draw(t, "log f")
		logf[0] = 0
		text := explore.PaintedText(toys.Target{Grid: grid.New(rows, columns), LogF: logf})
		back, err := explore.Painted(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(logf, back.LogF); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if back.Grid.Len(0) != rows {
			t.Errorf("%s has %d rows, want %d", text, back.Grid.Len(0), rows)
		}
	})
}

// TestDrawIsTheToy: the drawn target is the toy's, and its text paints the same one, bit for bit.
func TestDrawIsTheToy(t *testing.T) {
	for name, toy := range map[string]toys.Target{"barrier": toys.Barrier(), "staircase": toys.Staircase(),
		"potts:1x2:3:1": toys.Potts(1, 2, 3, 1)} {
		d := must.Have(explore.Draw(t.Context(), explore.Question{Toy: name}))(t)
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
		for x, v := range toy.LogF {
			if float64(d.LogF[x]) != v || d.Walls[x] != toy.Grid.Wall(x) {
				t.Errorf("%s, cell %d: log f is %v, and drawn %v, wall %v", name, x, v, d.LogF[x], d.Walls[x])
			}
		}
	}
}
