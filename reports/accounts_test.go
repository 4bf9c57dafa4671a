package reports

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"

	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/weights"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

func TestUncertain(t *testing.T) {
	for _, c := range []struct {
		v, stderr float64
		want      string
	}{
		{1.51234, 0.0351, "1.512 ± 0.035"}, {-12.3, 4.56, "-12.3 ± 4.6"}, {1234.5, 67.8, "1234 ± 68"}, {3, 0, "3 ± 0"},
		{0.0202027, 0, "0.0202027 ± 0"}, {3, 1e-14, "3 ± 0"},
		{-1.8e-18, 2.8e-16, "-1.8e-18 ± 2.8e-16"},
	} {
		if got := Uncertain(c.v, c.stderr); got != c.want {
			t.Errorf("%v and %v are %q, want %q", c.v, c.stderr, got, c.want)
		}
	}
}

// accounted are rows of an exact program, a sampled one and one without a reverse.
var accounted = sync.OnceValue(func() []weights.Accounted {
	c, err := experiments.Setting{Toy: "two-basins:6"}.Chain()
	if err != nil {
		panic(err)
	}
	rows, err := weights.Accounts(context.Background(), c, []int{3}, []string{"sir:3", "smc:9:ess=0.5", "ns:2"}, nil)
	if err != nil {
		panic(err)
	}
	return rows
})

// People see a standard error behind what was sampled, and nothing for what is not there.
func TestAccountsForPeople(t *testing.T) {
	out := write(t, Accounts(accounted(), table.Plain), table.Plain, table.Style{})
	for _, want := range []string{"│ sir:3 ", "│ integral ", "│ sampled ", " ± ",
		"Warning, smc:9:ess=0.5 at T = 3: too large for an exact account; sampled by 10000 runs each way",
		"Warning, ns:2 at T = 3: too large for an exact account; sampled by 10000 forward runs",
		"Warning, ns:2 at T = 3: the program has no reverse"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), strings.TrimSpace(want)) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// Programs see every column of its kind, and warnings for every null.
func TestAccountsForPrograms(t *testing.T) {
	data := Accounts(accounted(), table.JSON)
	var rows []map[string]any
	must.Do(t, json.Unmarshal([]byte(write(t, data, table.JSON, table.Style{})), &rows))
	holds(t, rows[0], map[string]any{"program": "sir:3", "how": "integral", "cost": 3., "b_stderr": nil})
	holds(t, rows[1], map[string]any{"program": "smc:9:ess=0.5", "how": "sampled", "J": nil, "off": nil})
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

// People see the cells of the largest shares, and why a program has none; programs see every cell with mass.
func TestCells(t *testing.T) {
	inf := math.Inf(-1)
	a := accounts.Account{P: []float64{0.5, 0, 0.25, 0.25}, Q: []float64{0.2, 0, 0.5, 0.3}, How: accounts.Closed,
		LogP: []float64{-0.69, inf, -1.39, -1.39}, LogQ: []float64{-1.61, inf, -0.69, -1.2},
		F: []float64{-0.25, 0, 0.125, 0}, G: []float64{0.5, 0, -0.25, 0},
		Paths: exact.Divergence{Forward: 0.125, Reverse: 0.1875}}
	rows := []weights.Accounted{{Program: "ais", ByCell: &a}, {Program: "ns:2", Unknown: "no reverse"}}
	for i := range rows {
		rows[i].T = 3
		rows[i].Chain.Toy = "easy"
		rows[i].Chain.Target.Grid = grid.New(2, 2)
	}
	people := write(t, Cells(rows, table.Plain), table.Plain, table.Style{Width: -1})
	must.Say(t, people, "│    2 │ 0.25000", "-0.18750", "ns:2 at T = 3 is not known by cell: no reverse")
	data := write(t, Cells(rows, table.CSV), table.CSV, table.Style{})
	must.Say(t, data, `easy,,3,ais,2,"1,0",closed form,0.25,0.5,0.125,-0.25,-0.125,-0.1875,0,`,
		"the account is not known: no reverse")
	if n := strings.Count(data, "closed form"); n != 3 {
		t.Errorf("%d cells have rows, and 3 have mass", n)
	}
}
