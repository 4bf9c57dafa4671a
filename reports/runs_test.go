package reports_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports"
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

// What people see of steps adds up: tenths to both path divergences, each once,
// and shares to 1; the largest are the largest.
func TestStepsAddUp(t *testing.T) {
	rows := exactly(t, 5, 22, 137)
	all := reports.Steps(rows, reports.Plain)
	if len(all) != 1+2+2 {
		t.Fatalf("%d tables", len(all))
	}
	sum := func(table reports.Table, column string) (s float64) {
		for _, row := range table.Rows {
			for j, c := range table.Columns {
				if c.Key == column {
					s += row[j].(float64)
				}
			}
		}
		return s
	}
	for i, table := range []reports.Table{all[0], all[1], all[3]} {
		want := rows[i].Paths
		for column, v := range map[string]float64{"path_kl_fwd": want.Forward, "path_kl_rev": want.Reverse, "share": 1} {
			// A few hundred additions round by less than 1e-12 of their sum.
			if got := sum(table, column); math.Abs(got-v) > 1e-12*v {
				t.Errorf("T = %d: %s sums to %v, want %v", rows[i].T, column, got, v)
			}
		}
		first, last := table.Rows[0], table.Rows[len(table.Rows)-1]
		if i > 0 && (first[0] != 2 || last[1] != rows[i].T || last[2] != 1.0) {
			t.Errorf("T = %d: tenths from %v to %v", rows[i].T, first, last)
		}
	}
	least := math.Inf(1)
	shown := map[int]bool{}
	for _, row := range all[4].Rows {
		v := row[2].(float64) + row[3].(float64)
		if v > least {
			t.Errorf("%v comes after %v", v, least)
		}
		least, shown[row[0].(int)] = v, true
	}
	for _, s := range rows[2].Steps {
		if !shown[s.T] && s.Part.Jeffreys() > least {
			t.Errorf("step %d, %v, is not among the largest, down to %v", s.T, s.Part, least)
		}
	}
}

// Programs get every step.
func TestStepsForPrograms(t *testing.T) {
	rows := exactly(t, 3, 60)
	tables := reports.Steps(rows, reports.CSV)
	lines, err := csv.NewReader(strings.NewReader(write(t, tables[0], reports.CSV, reports.Style{}))).ReadAll()
	if err != nil || len(tables) != 1 || len(lines) != 1+2+59 {
		t.Fatalf("%d tables, %d lines: %v", len(tables), len(lines), err)
	}
	if diff := cmp.Diff([]string{"T", "t", "beta", "path_kl_fwd", "path_kl_rev", "share"}, lines[0]); diff != "" {
		t.Error(diff)
	}
	for i, s := range rows[1].Steps {
		fwd, err := strconv.ParseFloat(lines[3+i][3], 64)
		if err != nil || fwd != s.Part.Forward || lines[3+i][1] != strconv.Itoa(s.T) {
			t.Errorf("step %v is %v", s, lines[3+i])
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
		out := write(t, reports.Steps([]experiments.Exact{row}, reports.JSON)[0], reports.JSON, reports.Style{})
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		first := got[0].Steps[0]
		if (first.Fwd == nil) != math.IsInf(part.Forward, 1) || first.Share != nil || !strings.Contains(strings.Join(got[0].Warnings, "\n"), "in steps null is") {
			t.Errorf("%v: %s", part, out)
		}
	}
}

// crossCheck has an estimate that is right, two that are far off, one with a warning, and one
// that is not finite.
func crossCheck(target string) experiments.CrossCheck {
	return experiments.CrossCheck{Target: target, T: 10, Chains: 50, Seed: 3,
		Comparisons: []experiments.Comparison{
			{Name: "B", Exact: 2, Estimate: 2.1, StdErr: 0.1, Z: 1, Interval: sample.Interval{Low: 1.9, High: 2.3}},
			{Name: "mean_w", Exact: 1, Estimate: 2, StdErr: 0.1, Z: 10, Warning: "few"},
			{Name: "mean_inv_w", Exact: 1, Estimate: 0.1, StdErr: 0.1, Z: -9},
			{Name: "ess", Exact: math.Inf(1), Estimate: 1, StdErr: 0.1, Z: math.NaN()},
		},
		Bootstrap: sample.Interval{Low: 1.91, High: 2.29},
		Fit:       sample.Fit{Statistic: 13, DF: 8, P: 0.11},
		Warnings:  []string{"few", "why"}}
}

func TestCrossCheckText(t *testing.T) {
	one := reports.CrossCheck([]experiments.CrossCheck{crossCheck("barrier")}, reports.Plain)
	want := `Monte Carlo estimates beside exact values
┌────┬────────────────────┬────────┬──────────┬─────────┬────────────┐
│  T │ quantity           │  exact │ estimate │  stderr │          z │
├────┼────────────────────┼────────┼──────────┼─────────┼────────────┤
│ 10 │ B                  │ 2.0000 │   2.1000 │ 0.10000 │      +1.00 │
│ 10 │ E_fwd[w] Z_1/Z_T   │ 1.0000 │   2.0000 │ 0.10000 │ +10.00 (!) │
│ 10 │ E_rev[1/w] Z_T/Z_1 │ 1.0000 │  0.10000 │ 0.10000 │ -9.00 (!!) │
│ 10 │ ESS of one weight  │    inf │   1.0000 │ 0.10000 │            │
└────┴────────────────────┴────────┴──────────┴─────────┴────────────┘
(!): the standard error is not to be trusted, and so z says nothing; a warning
  has the reason, or the chains were all alike.
(!!): more than 4 standard errors from the exact value, which chance explains
  with probability 6e-5.
barrier, T = 10, 50 chains each way, seed 3: final states against exact q have
  chi-square 13.000 on 8 degrees of freedom, p = 0.11000; B in [1.9000, 2.3000]
  by the normal law and in [1.9100, 2.2900] by bootstrap, 95% each.
Warning, barrier, T = 10: few; why.
`
	if diff := cmp.Diff(want, write(t, one, reports.Plain, reports.Style{})); diff != "" {
		t.Error(diff)
	}
	colored := write(t, one, reports.Plain, reports.Style{Color: true})
	if !strings.Contains(colored, "\x1b[31m-9.00") || strings.Contains(colored, "\x1b[31m+1") {
		t.Error("z of -9 is red; 1 is not, nor is 10 with a warning")
	}
	two := reports.CrossCheck([]experiments.CrossCheck{crossCheck("barrier"), crossCheck("hard")}, reports.Plain)
	if got := write(t, two, reports.Plain, reports.Style{}); !strings.Contains(got, "│ hard    │ 10 │ B ") {
		t.Errorf("rows do not name their targets:\n%s", got)
	}
}

func TestCrossCheckForPrograms(t *testing.T) {
	var rows []map[string]any
	table := reports.CrossCheck([]experiments.CrossCheck{crossCheck("barrier")}, reports.JSON)
	if err := json.Unmarshal([]byte(write(t, table, reports.JSON, reports.Style{})), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	chi := rows[4]
	// A chi-square of 8 degrees has mean 8 and variance 16.
	if chi["quantity"] != "chi_square" || chi["exact"] != 8.0 || chi["estimate"] != 13.0 || chi["stderr"] != 4.0 || chi["z"] != 1.25 || chi["p"] != 0.11 {
		t.Errorf("%v", chi)
	}
	if b := rows[0]; b["bootstrap_high"] != 2.29 || b["low"] != 1.9 || b["z"] != 1.0 || len(b["warnings"].([]any)) != 0 {
		t.Errorf("%v", b)
	}
	if w := rows[1]["warnings"].([]any); len(w) != 1 || w[0] != "few" {
		t.Errorf("%v", w)
	}
	w := rows[3]["warnings"].([]any)
	if rows[3]["exact"] != nil || rows[3]["z"] != nil || len(w) != 3 || w[1] != "why" || !strings.Contains(w[2].(string), "exact inf, estimate 1, stderr 0.1, z nan") {
		t.Errorf("%v", rows[3])
	}
}

// A mark is explained where it is used and nowhere else, in Markdown and on the
// page too; chains that are all alike are no failure.
func TestMarks(t *testing.T) {
	marked := func(e ...experiments.Comparison) string {
		c := crossCheck("barrier")
		c.Comparisons = e
		return write(t, reports.CrossCheck([]experiments.CrossCheck{c}, reports.Markdown), reports.Markdown, reports.Style{Width: -1})
	}
	right, alike := experiments.Comparison{Name: "B", Z: -3.9}, experiments.Comparison{Name: "B", Z: math.Inf(1)}
	for _, c := range []struct {
		out           string
		doubt, failed int // how often the marks stand there, with their notes
	}{
		{marked(right), 0, 0},
		{marked(right, alike), 2, 0},
		{marked(alike, alike), 3, 0},
		{marked(right, experiments.Comparison{Name: "B", Z: 4.1}), 0, 2},
		{marked(experiments.Comparison{Name: "B", Z: 0.1, Warning: "few"}), 2, 0},
	} {
		if strings.Count(c.out, "(!)") != c.doubt || strings.Count(c.out, "(!!)") != c.failed {
			t.Errorf("%d marks (!) and %d (!!) are to be in %s", c.doubt, c.failed, c.out)
		}
	}
}

// Where there are too few chains for a chi-square, people are told so, and
// programs get null with the reason.
func TestTooFewToTest(t *testing.T) {
	c := crossCheck("barrier")
	for _, f := range []struct {
		counts []int
		says   string
	}{
		{[]int{2, 1}, "are too few chains to test: fewer than two pools"},
		{[]int{9}, "are all in the one cell where"},
	} {
		law := make([]float64, len(f.counts))
		for i := range law {
			law[i] = 1
		}
		c.Fit = sample.ChiSquare(f.counts, law)
		if got := write(t, reports.CrossCheck([]experiments.CrossCheck{c}, reports.Plain), reports.Plain, reports.Style{Width: -1}); !strings.Contains(got, f.says) || strings.Contains(got, "p = ") {
			t.Errorf("%v: %s", f.counts, got)
		}
	}
	c.Fit = sample.ChiSquare([]int{2, 1}, []float64{1, 1})
	var rows []struct {
		Estimate, Z, P *float64
		Warnings       []string
	}
	if err := json.Unmarshal([]byte(write(t, reports.CrossCheck([]experiments.CrossCheck{c}, reports.JSON), reports.JSON, reports.Style{})), &rows); err != nil {
		t.Fatal(err)
	}
	if r := rows[4]; r.Estimate != nil || r.Z != nil || r.P != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), "the final states are too few chains to test") {
		t.Errorf("%+v", r)
	}
}

// Laws that were not kept are null, and a warning says so.
func TestExactlyWithoutLaws(t *testing.T) {
	row := exactly(t, 3)[0]
	row.Gap = row.Bare()
	var got []struct {
		J        float64
		Q        []float64
		Warnings []string
	}
	out := write(t, reports.Exactly([]experiments.Exact{row}, reports.JSON), reports.JSON, reports.Style{})
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got[0].Q != nil || !strings.Contains(out, `"q": null`) || got[0].J != row.J() || !strings.Contains(got[0].Warnings[0], "no q: of 49 states it would be long") {
		t.Error(out)
	}
}
