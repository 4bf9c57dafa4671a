package bdmc

import (
	"os"
	"sync"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// The long form makes all models again, and what takes long.
var long = os.Getenv("BREADBOARD_LONG") != ""

// fullCases are those of the committed study.
var fullCases = sync.OnceValue(func() []Case { return Cases(Full().N) })

// committed reads a file of the committed study.
func committed(t *testing.T, name string) []map[string]any {
	return reporttest.Rows(t, "..", "..", "..", "reports", "bdmc", name)
}

// todays are rows of a case that take little time: of every estimator but nested sampling.
func todays(t *testing.T, c Case) (rows []Row) {
	t.Helper()
	rows = append(must.Have(variational(t.Context(), c, Full()))(t), criterion(c))
	for _, f := range families {
		if f.forward == "CMS" && !long {
			continue // takes a second, and more on more cells
		}
		some, err := f.measure(t.Context(), c, f.budgets[0], Full())
		must.Do(t, err)
		rows = append(rows, some...)
	}
	return rows
}

// The committed rows are those that are made today, as far as that takes little time. Package
// reports holds the rest of the folder to its rows.
func TestCommittedRowsAreUpToDate(t *testing.T) {
	var rows []Row
	for i, c := range fullCases() {
		if i == 0 || long {
			rows = append(rows, todays(t, c)...)
		}
	}
	found := 0
	for _, was := range committed(t, "rows.json") {
		for _, r := range rows {
			if was["model"] != r.Case || was["estimator"] != r.Estimator || was["budget"] != float64(r.Budget) {
				continue
			}
			found++
			what := r.Case + ", " + r.Estimator
			reporttest.Today(t, what+": cost", r.Cost, was["cost"])
			reporttest.Today(t, what+": bias", r.Single.Bias, was["bias"])
			reporttest.Today(t, what+": RMSE", r.Single.RMSE, was["rmse"])
			reporttest.Today(t, what+": bias of 25", r.Combined.Bias, was["bias_25"])
			reporttest.Today(t, what+": RMSE of 25", r.Combined.RMSE, was["rmse_25"])
		}
	}
	if found != len(rows) {
		t.Errorf("%d of %d rows are committed", found, len(rows))
	}
}

func TestCommittedOvershootsAreUpToDate(t *testing.T) {
	c, steps := fullCases()[1], 1 // on which a run takes half of the time
	if long {
		steps = 0
	}
	_, made, err := nested(t.Context(), c, steps, Full())
	must.Do(t, err)
	for _, was := range committed(t, "overshoot.json") {
		if was["model"] == c.Name && was["estimator"] == "NS" && was["budget"] == float64(steps) {
			reporttest.Today(t, "P(above)", made[0].Share, was["share"])
			made = made[1:]
		}
	}
	if len(made) > 0 {
		t.Errorf("%d shares are not committed", len(made))
	}
}

func TestCommittedTable1IsUpToDate(t *testing.T) {
	for i, was := range committed(t, "table1.json") {
		if i > 1 && !long {
			continue
		}
		logP := must.Have(integrated(t.Context(), fullCases()[i/3], i%3))(t)
		reporttest.Today(t, "log p(y)", logP, was["log_p_y"])
	}
}

// agreeing is a study in which everything is as in the paper.
func agreeing() Study {
	s := Study{Cases: []Case{{Name: "a"}}}
	add := func(estimator string, budget int, bias, combined float64) {
		score := func(b float64) Score { return Score{Bias: b, RMSE: max(b, -b)} }
		s.Rows = append(s.Rows, Row{Case: "a", Estimator: estimator, Budget: budget, Single: score(bias),
			Combined: score(combined), Combine: Arithmetic})
	}
	for _, r := range []struct {
		estimator       string
		first, last     int
		early, late     float64
		earlyOf, late25 float64
	}{
		{"LW", 1, 10, -50, -45, -45, -40},
		{"HME", 1, 64, 20, 19, 19, 18},
		{"CMS", 1, 64, -5, -5, -5, -4},
		{"VB", 1, 100, -8, -7.5, -7.5, -7.5},
		{"VB+sym", 1, 100, -4, -3.5, -3.5, -3.5},
		{"NS", 1, 16, -0.9, -0.5, -0.9, -0.5},
		{"AIS", 3, 300, -20, -0.1, -18, 0},
		{"rev AIS", 3, 300, 20, 0.1, 18, 0},
		{"SMC", 1, 100, -5, -0.2, -4, 0},
	} {
		add(r.estimator, r.first, r.early, r.earlyOf)
		add(r.estimator, r.last, r.late, r.late25)
	}
	add("BIC", 1, -300, -300)
	s.Overshoots = []Overshoot{{Case: "a", Estimator: "NS", Budget: 1, B: 1, Share: 0.6, Runs: 1000}}
	s.Fits = []Fit{{From: "a", Model: "a"}, {From: "a", Model: "b", Less: 2}}
	return s
}

// Every claim holds of a study that is as the paper says, and fails of one that is the
// opposite.
func TestFindingsCanFail(t *testing.T) {
	for _, f := range Decide(agreeing()) {
		if f.Verdict() != "holds" {
			t.Errorf("%s: %s (%s)", f.Claim, f.Verdict(), f.Evidence)
		}
	}
	for _, f := range Decide(opposite()) {
		if f.Verdict() != "does not hold" {
			t.Errorf("%s of the opposite: %s (%s)", f.Claim, f.Verdict(), f.Evidence)
		}
	}
}

// opposite is a study in which nothing is as in the paper.
func opposite() Study {
	s := agreeing()
	for i, r := range s.Rows {
		first := r.Budget == 1 || r.Budget == 3
		bias := 0.01
		switch {
		case r.Estimator == "AIS" || r.Estimator == "SMC":
			bias = -3
		case r.Estimator == "VB" && first:
			bias = -3
		case r.Estimator == "CMS" && first, r.Estimator == "HME" && first:
			bias = 2
		case r.Estimator == "LW" && first:
			bias = -0.5
		}
		s.Rows[i].Single = Score{Bias: bias, RMSE: max(bias, -bias)}
		s.Rows[i].Combined = Score{Bias: bias / 100, RMSE: max(bias, -bias) / 100}
	}
	s.Overshoots[0].Share = 0.3
	s.Fits[1].Less = -1
	return s
}

// Of a model on which all claims hold, and one on which none does, the verdict names the first.
func TestVerdictNamesTheModels(t *testing.T) {
	s := agreeing()
	s.Cases = append(s.Cases, Case{Name: "b"})
	for _, r := range opposite().Rows {
		r.Case = "b"
		s.Rows = append(s.Rows, r)
	}
	for _, f := range Decide(s) {
		if f.Claim == "AIS is accurate with enough levels" && f.Verdict() != "holds for a" {
			t.Errorf("%s: %s", f.Claim, f.Verdict())
		}
	}
}
