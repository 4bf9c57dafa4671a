package reports

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/table"

	"github.com/google/go-cmp/cmp"
)

// What people see of steps adds up: tenths to both path divergences, each once,
// and shares to 1; the largest are the largest.
func TestStepsAddUp(t *testing.T) {
	rows := exactly(t, 5, 22, 137)
	all := Steps(rows, table.Plain)
	if len(all) != 1+2+2 {
		t.Fatalf("%d tables", len(all))
	}
	for i, made := range []table.Table{all[0], all[1], all[3]} {
		want := rows[i].Paths
		for column, v := range map[string]float64{"path_kl_fwd": want.Forward, "path_kl_rev": want.Reverse,
			"share": 1} {
			// A few hundred additions round by less than 1e-12 of their sum.
			if got := summed(made, column); math.Abs(got-v) > 1e-12*v {
				t.Errorf("T = %d: %s sums to %v, want %v", rows[i].T, column, got, v)
			}
		}
		first, last := made.Rows[0], made.Rows[len(made.Rows)-1]
		if i == 0 {
			continue
		}
		if first[0] != 2 {
			t.Errorf("T = %d: the first tenth begins at %v, want 2", rows[i].T, first[0])
		}
		if last[1] != rows[i].T {
			t.Errorf("T = %d: the last tenth ends at %v, want T", rows[i].T, last[1])
		}
		if last[2] != 1.0 {
			t.Errorf("T = %d: the last tenth ends at beta %v, want 1", rows[i].T, last[2])
		}
	}
	holdsLargest(t, rows[2], all[4])
}

// summed adds a column up.
func summed(made table.Table, column string) (s float64) {
	for _, row := range made.Rows {
		for j, c := range made.Columns {
			if c.Key == column {
				s += row[j].(float64)
			}
		}
	}
	return s
}

// holdsLargest checks that a table lists the largest steps of a run, the largest first.
func holdsLargest(t *testing.T, run experiments.Exact, made table.Table) {
	t.Helper()
	least := math.Inf(1)
	shown := map[int]bool{}
	for _, row := range made.Rows {
		v := row[2].(float64) + row[3].(float64)
		if v > least {
			t.Errorf("%v comes after %v", v, least)
		}
		least, shown[row[0].(int)] = v, true
	}
	for _, s := range run.Steps {
		if !shown[s.T] && s.Part.Jeffreys() > least {
			t.Errorf("step %d, %v, is not among the largest, down to %v", s.T, s.Part, least)
		}
	}
}

// Programs get every step.
func TestStepsForPrograms(t *testing.T) {
	rows := exactly(t, 3, 60)
	tables := Steps(rows, table.CSV)
	lines, err := csv.NewReader(strings.NewReader(write(t, tables[0], table.CSV, table.Style{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 {
		t.Fatalf("%d tables, want 1", len(tables))
	}
	if want := 1 + 2 + 59; len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	if diff := cmp.Diff([]string{"seed", "T", "t", "beta", "path_kl_fwd", "path_kl_rev", "share"}, lines[0]); diff != "" {
		t.Error(diff)
	}
	for i, s := range rows[1].Steps {
		fwd, err := strconv.ParseFloat(lines[3+i][4], 64)
		if err != nil {
			t.Errorf("the forward part of %v: %v", s, err)
		}
		if fwd != s.Part.Forward {
			t.Errorf("the forward part is %v, want %v: %v", fwd, s.Part.Forward, lines[3+i])
		}
		if lines[3+i][2] != strconv.Itoa(s.T) {
			t.Errorf("the number of %v is %v", s, lines[3+i])
		}
	}
}

// Nothing that people and programs are told of an infinite B is a number that
// JSON does not have, and B of 0 has no shares.
func TestStepsWithoutShares(t *testing.T) {
	row := exactly(t, 3)[0]
	for _, part := range []exact.Divergence{{Forward: math.Inf(1), Reverse: 1}, {}} {
		row.Paths = part
		row.Steps = []exact.Step{{T: 2, Beta: 0.5, Part: part}, {T: 3, Beta: 1}}
		var got []struct {
			Steps []struct {
				Fwd   *float64 `json:"path_kl_fwd"`
				Share *float64
			}
			Warnings []string
		}
		out := write(t, Steps([]experiments.Exact{row}, table.JSON)[0], table.JSON, table.Style{})
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		first := got[0].Steps[0]
		if (first.Fwd == nil) != math.IsInf(part.Forward, 1) {
			t.Errorf("%v: the forward part is %v", part, first.Fwd)
		}
		if first.Share != nil {
			t.Errorf("%v: the share is %v", part, *first.Share)
		}
		says(t, strings.Join(got[0].Warnings, "\n"), "in steps null is")
	}
}
