package reports

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// crossCheck returns an estimate that is right, two that are far off, one with a warning, and one that is not finite.
func crossCheck(toy string) experiments.Measurement {
	annealer, err := experiments.Setting{Toy: toy}.Annealer()
	if err != nil {
		panic(err)
	}
	m := experiments.Measurement{Annealer: annealer}
	m.T = 10
	m.Check = &experiments.Check{Chains: 50, MCSeed: 3,
		Comparisons: []experiments.Comparison{
			{Name: "B", Formula: "B", Exact: 2, Estimate: 2.1, StdErr: 0.1, Z: 1,
				Interval: sample.Interval{Low: 1.9, High: 2.3}},
			{Name: "mean_w", Formula: "E_fwd[w] Z_1/Z_T", Exact: 1, Estimate: 2, StdErr: 0.1, Z: 10, Warning: "few"},
			{Name: "mean_inv_w", Formula: "E_rev[1/w] Z_T/Z_1", Exact: 1, Estimate: 0.1, StdErr: 0.1, Z: -9},
			{Name: "ess", Formula: "ESS of one weight", Exact: math.Inf(1), Estimate: 1, StdErr: 0.1, Z: math.NaN()},
		},
		Bootstrap: sample.Interval{Low: 1.91, High: 2.29},
		Fit:       evidence.Pearson{Statistic: 13, DF: 8, P: 0.11},
		Warnings:  []string{"few", "why"}}
	return m
}

// TestCrossCheckText: people see marks behind numbers that are too far off or that are not to be trusted.
func TestCrossCheckText(t *testing.T) {
	one := CrossCheck([]experiments.Measurement{crossCheck("barrier")}, table.Plain)
	must.Say(t, plainly(t, one), "│ +1.00 │", "│ +10.00 (!) │", "│ -9.00 (!!) │",
		"│ ESS of one weight │ inf │ 1.0000 │",
		"barrier, T = 10, 50 chains each way, mc-seed 3: final states against exact q have chi-square 13.000 on 8 "+
			"degrees of freedom, p = 0.11000; B in [1.9000, 2.3000] with 95% confidence.",
		"Warning, barrier, T = 10: few; why.")
	colored := write(t, one, table.Plain, table.Style{Color: true})
	if strings.Count(colored, "\x1b[31m") != 1 || !strings.Contains(colored, "\x1b[31m-9.00") {
		t.Errorf("red is another z than -9: %s", colored)
	}
	two := []experiments.Measurement{crossCheck("hard"), crossCheck("hard")}
	two[1].Annealer.Seed = new(uint64(7))
	must.Say(t, plainly(t, CrossCheck(two, table.Plain)), "│ 7 │ 10 │ B ", "hard on 7x7; kernel")
}

// TestCrossCheckForSoftware: the chi-square is one more row, and a warning gives the reason of a null.
func TestCrossCheckForSoftware(t *testing.T) {
	var rows []map[string]any
	made := CrossCheck([]experiments.Measurement{crossCheck("barrier")}, table.JSON)
	must.Do(t, json.Unmarshal([]byte(write(t, made, table.JSON, table.Style{})), &rows))
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	chi := rows[4]
	// A chi-square of 8 degrees has mean 8 and variance 16.
	holds(t, chi, map[string]any{
		"quantity": "chi_square",
		"exact":    8.0,
		"estimate": 13.0,
		"stderr":   4.0,
		"z":        1.25,
		"p":        0.11,
	})
	holds(t, rows[0], map[string]any{"target": "barrier", "kernel": "metropolis", "schedule": "linear",
		"bootstrap_high": 2.29, "low": 1.9, "z": 1.0})
	if w := rows[0]["warnings"].([]any); len(w) != 0 {
		t.Errorf("the first row warns: %v", w)
	}
	if diff := cmp.Diff([]any{"few"}, rows[1]["warnings"]); diff != "" {
		t.Errorf("the warnings of the second row: %s", diff)
	}
	holds(t, rows[3], map[string]any{"exact": nil, "z": nil})
	w := rows[3]["warnings"].([]any)
	must.Say(t, fmt.Sprint(w), "why", "not finite, and so null in JSON: exact = inf",
		"left out, and so null in JSON: z")
}

// holds checks that a row has these entries.
func holds(t *testing.T, row, want map[string]any) {
	t.Helper()
	for key, v := range want {
		if row[key] != v {
			t.Errorf("%s is %v, want %v", key, row[key], v)
		}
	}
}

// TestTooFewToTest: if there are too few chains for a chi-square, people read so, and software reads null with the
// reason.
func TestTooFewToTest(t *testing.T) {
	c := crossCheck("barrier")
	c.Check.Fit = evidence.ChiSquare([]int{2, 1}, []float64{0.5, 0.5})
	must.Say(t, plainly(t, CrossCheck([]experiments.Measurement{c}, table.Plain)),
		"are too few chains to test: fewer than two pools")
	made := CrossCheck([]experiments.Measurement{c}, table.JSON)
	row := table.ObjectOf(made.Columns, made.Rows[4])
	text := must.Have(row.MarshalJSON())(t)
	must.Say(t, string(text), `"estimate":null`, `"z":null`, `"p":null`, "the final states are too few chains to test")
}

// proven returns a result beside what it should be.
func proven(name string, value, truth float64) experiments.Proof {
	at := big.NewFloat(truth)
	return experiments.Proof{Name: name, Value: value, Truth: certain.Enclosure{Lo: at, Hi: at}}
}

// plainly returns a table for people, with one blank between two words.
func plainly(t *testing.T, made table.Table) string {
	t.Helper()
	return strings.Join(strings.Fields(write(t, made, table.Plain, table.Style{})), " ")
}

// TestCertificates: every result has the number of its right digits, rounded down, and a result with too few is named.
func TestCertificates(t *testing.T) {
	an := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	row := experiments.Measurement{Annealer: an, Bits: 256,
		Proofs: []experiments.Proof{proven("J", 2.5, 2.5000000001),
			proven("B", 4, 4), proven("path_kl_rev", 2.5, 2.501), proven("kl_p_q", 0, 0)}}
	row.T = 7
	must.Say(t, plainly(t, Certificates([]experiments.Measurement{row}, table.Plain)),
		"barrier on 7x7; kernel metropolis",
		"│ 7 │ J │ 2.5 │ 2.50000000010000 │ 10.3 │", "│ B │ 4 │ 4.00000000000000 │ 16 │", "256 bits",
		"(!!) path_kl_rev at T = 7 is off by 0.0010000: fewer than 9 digits are right.", "│ 3.3 │")
}
