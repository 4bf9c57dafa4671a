package reports

import (
	"bytes"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// exactly runs BARRIER at these T.
func exactly(t *testing.T, ts ...int) []experiments.Exact {
	t.Helper()
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A run too large to be checked has no steps, no defect and no weights, neither
// column nor table, and says why, once for all T.
func TestNothingToCheck(t *testing.T) {
	c, err := experiments.Setting{Toy: "ising:3x5:0.2"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{4, 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if all := Steps(rows, table.Plain); len(all) != 0 {
		t.Errorf("%d tables of steps", len(all))
	}
	made := Exactly(rows, table.Plain)
	if last := made.Columns[len(made.Columns)-1].Key; last != "b_over_j" || len(made.Rows[0]) != len(made.Columns) {
		t.Errorf("the last of %d columns is %s, of rows of %d", len(made.Columns), last, len(made.Rows[0]))
	}
	if last := made.Notes[len(made.Notes)-1]; !strings.HasPrefix(last, "Warning, T = 4, 5: from 32768 cells on") {
		t.Errorf("the last note is %q", last)
	}
	if n := len(Weights(rows).Rows); n != 0 {
		t.Errorf("%d rows of weights", n)
	}
}

// write renders a table.
func write(t *testing.T, made table.Table, f table.Format, s table.Style) string {
	t.Helper()
	var b bytes.Buffer
	if err := made.Write(&b, f, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
