package bdmc

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// committed reads a file of the committed study.
func committed(t *testing.T, name string) (rows []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "reports", "bdmc", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// closely is half of the digits that accounts promise, and far above round-off.
const closely = 1e-8

// same fails t unless a committed number is the one that is made today.
func same(t *testing.T, what string, got float64, want any) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %v, committed is %v; go run ./cmd/breadboard reproduce bdmc --out reports/bdmc --force would "+
			"bring it up to date", what, got, want)
	}
}

func near(got float64, want any) bool {
	w, ok := want.(float64)
	return ok && math.Abs(got-w) <= closely*max(1, math.Abs(w))
}

// todays are rows of a case that take little time: of every estimator but nested sampling.
func todays(t *testing.T, c Case) (rows []Row) {
	t.Helper()
	row, err := criterion(c)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err = variational(t.Context(), c, Full()); err != nil {
		t.Fatal(err)
	}
	rows = append(rows, row)
	for _, f := range families() {
		if f.forward == "CMS" && c.Name != "clustering" {
			continue // takes a second, and more on more cells
		}
		some, err := f.measure(t.Context(), c, f.budgets[0], Full())
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, some...)
	}
	return rows
}

// The committed rows are those that are made today, as far as that takes little time. Package
// reports holds the rest of the folder to its rows.
func TestCommittedRowsAreUpToDate(t *testing.T) {
	var rows []Row
	for _, c := range Cases(Full().N) {
		rows = append(rows, todays(t, c)...)
	}
	found := 0
	for _, was := range committed(t, "rows.json") {
		for _, r := range rows {
			if was["model"] != r.Case || was["estimator"] != r.Estimator || was["budget"] != float64(r.Budget) {
				continue
			}
			found++
			what := r.Case + ", " + r.Estimator
			same(t, what+": cost", r.Cost, was["cost"])
			same(t, what+": bias", r.Single.Bias, was["bias"])
			same(t, what+": RMSE", r.Single.RMSE, was["rmse"])
			same(t, what+": bias of 25", r.Combined.Bias, was["bias_25"])
			same(t, what+": RMSE of 25", r.Combined.RMSE, was["rmse_25"])
		}
	}
	if found != len(rows) {
		t.Errorf("%d of %d rows are committed", found, len(rows))
	}
}

func TestCommittedOvershootsAreUpToDate(t *testing.T) {
	c := Cases(Full().N)[0]
	_, made, err := nested(t.Context(), c, 0, Full())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, was := range committed(t, "overshoot.json") {
		for _, o := range made {
			if was["model"] == o.Case && was["estimator"] == "NS" && was["budget"] == 0. && was["b"] == o.B {
				found++
				same(t, "P(above)", o.Share, was["share"])
			}
		}
	}
	if found != len(made) {
		t.Errorf("%d of %d shares are committed", found, len(made))
	}
}

func TestCommittedTable1IsUpToDate(t *testing.T) {
	fits, err := table1(t.Context(), Cases(Full().N), nil)
	if err != nil {
		t.Fatal(err)
	}
	was := committed(t, "table1.json")
	if len(was) != len(fits) {
		t.Fatalf("%d entries are committed, want %d", len(was), len(fits))
	}
	for i, f := range fits {
		same(t, f.From+" under "+f.Model, f.LogP, was[i]["log_p_y"])
	}
}

// A number that is off in its eighth digit is seen, and one that is not there.
func TestNear(t *testing.T) {
	for want, is := range map[any]bool{1.0: true, 1 + 1e-12: true, 1 + 1e-7: false, nil: false} {
		if near(1, want) != is {
			t.Errorf("1 is near %v: %v", want, !is)
		}
	}
}
