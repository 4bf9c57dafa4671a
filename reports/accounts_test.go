package reports

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/estimators"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/weights"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
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
		if got := uncertain(c.v, c.stderr); got != c.want {
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
	for i, c := range columns.Accounts(false) {
		for _, row := range data.Rows {
			if cell := row[i]; cell != nil && reporttest.KindOf(cell) != c.Kind {
				t.Errorf("%s is %T and not %s", c.Name, cell, c.Kind)
			}
		}
	}
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

// Programs that know the ends alone are named, also at one T, and annealing is not.
func TestAccountsWithoutT(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "two-basins:6"}.Chain())(t)
	for _, levels := range [][]int{{3}, {3, 5}} {
		rows := must.Have(weights.Accounts(t.Context(), c, levels, []string{"sir:3", "ais", "importance"}, nil))(t)
		notes := strings.Join(Accounts(rows, table.Plain).Notes, " ")
		must.Say(t, notes, "whatever T, kernel, bridge and schedule are: sir:3, importance.")
	}
}

// Tails have two bounds and Markov's, and programs without them are named once. Programs see a row for every tail, and
// why it is empty.
func TestTails(t *testing.T) {
	rows := []weights.Row{tails("smc:2", 3, 0, "too large"), tails("smc:2", 4, 0, "too large"),
		tails("sir:2", 3, 0.25, "")}
	out := write(t, Tails(rows, table.Plain), table.Plain, table.Style{Width: -1})
	must.Say(t, out, "0.25000", "0.26000", "0.36788", "closed form",
		"Not known: forward of smc:2 at T = 3, reverse of smc:2 at T = 3, forward of smc:2 at T = 4")
	rows[2].Below = rows[0].Below // as if it alone took too long
	must.Say(t, write(t, Tails(rows, table.CSV), table.CSV, table.Style{}),
		"easy,,3,smc:2,1,,,,,,0.36787944117144233,forward is not known: too large",
		"easy,,3,sir:2,1,closed form,0.25,0.26,,,0.36787944117144233,reverse is not known: too large")
}

// tails are of one program at b = 1.
func tails(program string, T int, low float64, unknown string) weights.Row {
	known := weights.Perhaps[[]accounts.Tail]{Unknown: unknown}
	if unknown == "" {
		known.Value = []accounts.Tail{{B: 1, Low: low, High: low + 0.01, How: accounts.Closed}}
	}
	return weights.Row{Target: "easy", Program: program, T: T, B: []float64{1}, Above: known, Below: known}
}

// People see what a bound certifies, and how wrong a bound is.
func TestOneSided(t *testing.T) {
	exactly := func(v float64) sample.Estimate { return sample.Estimate{Value: v, StdErr: math.NaN()} }
	low := weights.OneSided{Bound: weights.Bound{Upper: true, Number: 1}, How: "propagated",
		Room: exactly(-2), Certified: exactly(0.5), KL: 0.75}
	holds := low
	holds.Bound = weights.Bound{Program: "smc:2"}
	holds.Room = exactly(1)
	holds.Certified = sample.Estimate{Value: 1.5, StdErr: 0.25}
	rows := []weights.Row{{Target: "easy", Program: "ais", T: 3, LogR: 3,
		Warnings: []string{"few chains"}, OneSided: []weights.OneSided{low, holds}}}
	people := write(t, OneSided(rows, table.Plain), table.Plain, table.Style{Width: -1})
	must.Say(t, people, "KL(q‖p)", "too low", "KL(p‖q)", "smc:2", "1.50 ± 0.25", "holds", "3.0000",
		"Warning, ais at T = 3: few chains")
	must.Say(t, write(t, OneSided(rows, table.CSV), table.CSV, table.Style{}),
		"easy,,3,ais,upper,number,propagated,1,3,-2,0.5,,0.75,too low,few chains")
	narrow := write(t, OneSided(rows, table.Plain), table.Plain, table.Style{Width: 60})
	if last := narrow[strings.LastIndex(narrow, "verdict"):]; !strings.Contains(last, "smc:2") ||
		!strings.Contains(last, "1.0000") {
		t.Errorf("no bound is named beside the verdicts:\n%s", narrow)
	}
}

// People see the cells where RAISE is farthest above log p, and how many they are; programs every cell with mass.
func TestRaise(t *testing.T) {
	inf := math.Inf(-1)
	a := accounts.Account{P: []float64{0.5, 0, 0.25, 0.25}, Q: []float64{0.2, 0, 0.5, 0.3}, How: accounts.Closed,
		LogP: []float64{-0.69, inf, -1.39, -1.39}, LogQ: []float64{-1.61, inf, -0.69,
			-1.2}, G: []float64{0.5, 0, -0.25, 0},
		Paths: exact.Divergence{Forward: 0.125, Reverse: 0.1875}}
	rows := []weights.Row{{Target: "easy", Program: "ais", T: 3,
		Cells: weights.Perhaps[weights.Cells]{Value: weights.Cells{Account: a, Grid: grid.New(2, 2)}}},
		{Target: "easy", Program: "ns:2", T: 3, Cells: weights.Perhaps[weights.Cells]{Unknown: "no reverse"}}}
	people := write(t, Raise(rows, table.Plain), table.Plain, table.Style{Width: -1})
	must.Say(t, people, "1,0", "-1.1400", "0.25000", "above log p in 1 of 3 cells, which have 0.25 of p and 0.5 of q",
		"is 0.1875 below", "0.125 above", "Not known: raise of ns:2 at T = 3: no reverse")
	data := write(t, Raise(rows, table.CSV), table.CSV, table.Style{})
	must.Say(t, data, `easy,,3,ais,2,"1,0",closed form,-1.39,-0.69,-1.14,0.25,-1.5775,-1.265,0,`,
		"raise is not known: no reverse")
	if n := strings.Count(data, "closed form"); n != 3 {
		t.Errorf("%d cells have rows, and 3 have mass", n)
	}
}

// An infinite mean has a warning for programs.
func TestAverages(t *testing.T) {
	rows := []weights.Row{{Target: "easy", Program: "cms:3", T: 3, LogR: 2, Runs: 25,
		Arithmetic: combined(-0.5, 4), Harmonic: combined(math.Inf(1), math.Inf(1)),
		Largest: weights.Perhaps[accounts.Combined]{Unknown: "too large"}}}
	people := write(t, Averages(rows, table.Plain), table.Plain, table.Style{})
	must.Say(t, people, "Averages of 25 runs", "1.5000", "inf", "integral",
		"Not known: largest of cms:3 at T = 3: too large.")
	data := write(t, Averages(rows, table.JSON), table.JSON, table.Style{})
	must.Say(t, data, `"average": "harmonic"`, `"e_log": null`, "e_log = inf, bias = inf, rmse = inf",
		"largest is not known: too large")
}

// What is not known is blank for people, and null for programs; the one program is left out.
func TestEstimators(t *testing.T) {
	rows := []weights.Row{{Target: "easy", Program: "ais", T: 3, LogR: 2, Runs: 25}}
	rows[0].Estimates.Value = []estimators.Estimate{{Name: "stones", How: accounts.Leading,
		Bias: 0.75, SD: 1, States: 50},
		{Name: "Simpson", How: accounts.Closed, Bias: math.NaN(), SD: math.NaN(), States: 75}}
	people := write(t, Estimators(rows, table.Plain), table.Plain, table.Style{})
	must.Say(t, people, "Estimators of log R from 25 chains", "stones", "leading", "0.75000", "1.2500", "Simpson", "75")
	if strings.Contains(people, "ais") || strings.Contains(people, "NaN") || strings.Contains(people, "nan") {
		t.Errorf("for people:\n%s", people)
	}
	must.Say(t, write(t, Estimators(rows, table.JSON), table.JSON, table.Style{}), `"program": "ais"`, `"bias": null`)
}

func combined(mean, square float64) weights.Perhaps[accounts.Combined] {
	return weights.Perhaps[accounts.Combined]{Value: accounts.Combined{Mean: mean, Square: square,
		How: accounts.Integral}}
}
