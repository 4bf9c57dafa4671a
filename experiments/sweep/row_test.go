package sweep

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/columns"
)

var sameReals = cmp.Comparer(func(a, b columns.Real) bool { return a == b || a != a && b != b })

// A row is read as it was written, to the last bit.
func TestRowThroughJSON(t *testing.T) {
	want := aRow(10)
	var got Row
	for _, gradient := range []float64{1e-9, math.Inf(1), math.NaN()} {
		want.Chosen.Gradient = columns.Real(gradient)
		if err := json.Unmarshal(lines(t, want), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), sameReals); diff != "" {
			t.Error(diff)
		}
	}
	// A line whose cell is not that of its key is no row.
	changed := strings.Replace(string(lines(t, want)), `"T":10`, `"T":11`, 1)
	if err := json.Unmarshal([]byte(changed), &got); err == nil {
		t.Error("a cell under another's key was taken")
	}
}
