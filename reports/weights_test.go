package reports

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// People read how descent went, and see blanks where there is no number.
func TestWeights(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Schedule: "best-j"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(Exactly(rows, table.Plain).Notes, "\n")
	if !strings.Contains(notes, "best-j, T = 6: descent from "+rows[0].Choice.Start) ||
		!strings.Contains(notes, "gradient "+table.Short(rows[0].Choice.Gradient)) {
		t.Error(notes)
	}
	made := Weights(rows)
	want := []any{6, rows[0].FwdLaw.Variance, rows[0].RevLaw.Variance, rows[0].ESS}
	if row := made.Rows[0]; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
}

// B near equilibrium is shown with the friction schedule alone, to the five digits that
// it has, in every format.
func TestNearEquilibrium(t *testing.T) {
	for schedule, shown := range map[string]bool{"linear": false, "friction": true} {
		c, err := experiments.Setting{Toy: "easy", Schedule: schedule}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		rows, err := c.Exactly(t.Context(), []int{6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if has := len(Weights(rows).Columns) == 6; has != shown {
			t.Errorf("%s: people see B near equilibrium: %v", schedule, has)
		}
		data := exactData(rows, false)
		i := slices.IndexFunc(data.Columns, func(c table.Column) bool { return c.Key == "near_b" })
		v, has := data.Rows[0][i].(float64)
		if has != shown {
			t.Errorf("%s: near_b is %v", schedule, data.Rows[0][i])
		}
		if digits := strings.Trim(strings.Replace(table.Full(v), ".", "", 1), "0"); has &&
			(len(digits) > 5 || math.Abs(v/rows[0].NearB-1) > 5e-5) {
			t.Errorf("%s: near_b is %v, and B near equilibrium %v", schedule, v, rows[0].NearB)
		}
	}
}
