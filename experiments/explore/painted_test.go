package explore_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/experiments/explore"
	"breadboard/grid"
	"breadboard/toys"
)

// TestPaintedText: what is written is read again, bit for bit.
func TestPaintedText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns")
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

// TestPaintedTextOfManyAxes: a path is a row, and more axes than two cannot be painted.
func TestPaintedTextOfManyAxes(t *testing.T) {
	for want, g := range map[string]grid.Grid{"0,0,0,0": grid.New(4), "": grid.New(2, 1, 2)} {
		if got := explore.PaintedText(toys.Target{Grid: g, LogF: make([]float64, 4)}); got != want {
			t.Errorf("%v cells are written as %q, want %q", g, got, want)
		}
	}
}

// FuzzPainted: whatever is sent is refused in a sentence, or is a target that is written and read again.
func FuzzPainted(f *testing.F) {
	for _, seed := range []string{"0,1.5;w,2", "w,w", "1", "", ";", ",", "NaN,1", "1e301,0", "0,1;2",
		"PK\x03\x04", "\"0\",#1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		target, err := explore.Painted(text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		back, err := explore.Painted(explore.PaintedText(target))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(target.LogF, back.LogF); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if target.Grid.Size() > explore.MostCells {
			t.Errorf("%q has %d cells", text, target.Grid.Size())
		}
	})
}
