package reports

import (
	"encoding/json"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

func TestUncertain(t *testing.T) {
	for _, c := range []struct {
		v, stderr float64
		want      string
	}{
		{1.51234, 0.0351, "1.512 ± 0.035"}, {-12.3, 4.56, "-12.3 ± 4.6"}, {1234.5, 67.8, "1234 ± 68"}, {3, 0, "3 ± 0"},
		{-1.8e-18, 2.8e-16, "-1.8e-18 ± 2.8e-16"},
	} {
		if got := uncertain(c.v, c.stderr); got != c.want {
			t.Errorf("%v and %v are %q, want %q", c.v, c.stderr, got, c.want)
		}
	}
}

// accounted are rows of an exact program, a sampled one and one without a reverse.
func accounted(t *testing.T) []experiments.Accounted {
	t.Helper()
	c, err := experiments.Setting{Toy: "two-basins:6"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Accounts(t.Context(), []int{3}, []string{"sir:3", "smc:40:ess=0.5", "ns:2"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// People see a standard error behind what was sampled, and nothing for what is not there.
func TestAccountsForPeople(t *testing.T) {
	out := write(t, Accounts(accounted(t), table.Plain), table.Plain, table.Style{})
	for _, want := range []string{"│ sir:3 ", "│ integral ", "│ sampled ", " ± ",
		"Warning, smc:40:ess=0.5 at T = 3: too large for an exact account; sampled by 10000 runs each way",
		"Warning, ns:2 at T = 3: too large for an exact account; sampled by 10000 forward runs",
		"Warning, ns:2 at T = 3: the program has no reverse"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), strings.TrimSpace(want)) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// Programs see every column of its kind, and warnings for every null.
func TestAccountsForPrograms(t *testing.T) {
	data := Accounts(accounted(t), table.JSON)
	for i, c := range columns.Accounts(false) {
		for _, row := range data.Rows {
			if cell := row[i]; cell != nil && reporttest.KindOf(cell) != c.Kind {
				t.Errorf("%s is %T and not %s", c.Name, cell, c.Kind)
			}
		}
	}
	var rows []map[string]any
	if err := json.Unmarshal([]byte(write(t, data, table.JSON, table.Style{})), &rows); err != nil {
		t.Fatal(err)
	}
	holds(t, rows[0], map[string]any{"program": "sir:3", "how": "integral", "cost": 3., "b_stderr": nil})
	holds(t, rows[1], map[string]any{"program": "smc:40:ess=0.5", "how": "sampled", "J": nil, "off": nil})
	if v := rows[1]["b_stderr"]; v == nil {
		t.Error("the sampled B has no standard error")
	}
	holds(t, rows[2], map[string]any{"program": "ns:2", "B": nil, "e_log_w_rev": nil})
	for i, row := range rows {
		if w := row["warnings"].([]any); (len(w) > 0) != (i > 0) {
			t.Errorf("row %d has the warnings %v", i, w)
		}
	}
}

// What does not depend on T is said to be the same at every T, and annealing is not.
func TestAccountsWithoutT(t *testing.T) {
	c, err := experiments.Setting{Toy: "two-basins:6"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Accounts(t.Context(), []int{3, 5}, []string{"sir:3", "ais", "importance"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "The same at every T, which they do not use: sir:3, importance."
	if out := write(t, Accounts(rows, table.Plain), table.Plain, table.Style{}); !strings.Contains(out, want) {
		t.Errorf("%q is not in\n%s", want, out)
	}
}
