package reports

import (
	"math"
	"testing"

	"breadboard/chains/laws"
	"breadboard/exact/accounts"
	"breadboard/exact/estimators"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/experiments/weights"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// primed is what is known of log w, each number another prime.
func primed(t *testing.T) weights.Row {
	t.Helper()
	var r weights.Row
	reporttest.Fill(&r)
	var above, below accounts.Tail
	reporttest.FillFrom(1009, &above)
	reporttest.FillFrom(2003, &below)
	r.B = []float64{37.5}
	r.Above = weights.Perhaps[[]accounts.Tail]{Value: []accounts.Tail{above}}
	r.Below = weights.Perhaps[[]accounts.Tail]{Value: []accounts.Tail{below}}
	r.Arithmetic.Unknown = ""
	r.Harmonic.Unknown = ""
	r.Largest.Unknown = ""
	var e estimators.Estimate
	reporttest.FillFrom(3001, &e)
	r.Estimates = weights.Perhaps[[]estimators.Estimate]{Value: []estimators.Estimate{e}}
	return r
}

// TestEachColumnOfWeightLaws: each column of the tables of log w has a field of its own.
func TestEachColumnOfWeightLaws(t *testing.T) {
	r := primed(t)
	rows := []weights.Row{r}
	above, below := r.Above.Value[0], r.Below.Value[0]
	reporttest.OneRow(t, Tails(rows, table.JSON), map[string]any{"T": r.T, "program": r.Program, "b": r.B[0],
		"above_low": above.Low, "above_high": above.High, "below_low": below.Low, "below_high": below.High,
		"markov": math.Exp(-r.B[0])}, "seed")
	mean := r.Arithmetic.Value
	reporttest.OneRow(t, Averages(rows, table.JSON), map[string]any{"average": "arithmetic", "how": mean.How,
		"runs": r.Runs, "log_r": r.LogR, "e_log": r.LogR + mean.Mean, "bias": mean.Mean, "rmse": mean.RMSE(),
		"off": mean.Off}, "seed")
	for i, c := range []accounts.Combined{r.Arithmetic.Value, r.Harmonic.Value, r.Largest.Value} {
		data := Averages(rows, table.JSON)
		data.Rows = data.Rows[i:]
		reporttest.OneRow(t, data, map[string]any{"bias": c.Mean, "off": c.Off}, "seed")
	}
	e := r.Estimates.Value[0]
	reporttest.OneRow(t, Estimators(rows, table.JSON), map[string]any{"estimator": e.Name, "how": e.How, "runs": r.Runs,
		"log_r": r.LogR, "states": int(e.States), "bias": e.Bias, "sd": e.SD, "rmse": math.Hypot(e.Bias, e.SD)}, "seed")
}

// TestEachColumnOfCrossChecks: each column of an estimate beside its exact value has a field of its own.
func TestEachColumnOfCrossChecks(t *testing.T) {
	var c crosscheck.Check
	reporttest.Fill(&c)
	c.Chain = must.Have(experiments.Setting{Toy: "barrier", Kernel: "metropolis"}.Chain())(t)
	var e crosscheck.Comparison
	reporttest.FillFrom(1009, &e)
	e.Name = "B"
	c.Comparisons = []crosscheck.Comparison{e}
	reporttest.OneRow(t, CrossCheck([]crosscheck.Check{c}, table.JSON), map[string]any{"program": c.Program,
		"how": c.How, "T": c.T, "chains": c.Chains, "mc_seed": c.MCSeed, "quantity": "B", "exact": e.Exact,
		"estimate": e.Estimate, "stderr": e.StdErr, "z": e.Z, "p": e.P(), "low": e.Interval.Low,
		"high":          e.Interval.High,
		"bootstrap_low": c.Bootstrap.Low, "bootstrap_high": c.Bootstrap.High})
}

// TestEachColumnOfGewekeAndValidate: each column of a statistic, and of a law, has a field of its own.
func TestEachColumnOfGewekeAndValidate(t *testing.T) {
	var f geweke.Finding
	reporttest.Fill(&f)
	f.Forward = []float64{1009, 1011}
	f.Chain = []float64{2003, 2005}
	var r geweke.Result
	r.MCSeed = 3001
	r.Findings = []geweke.Finding{f}
	reporttest.OneRow(t, Geweke(r, table.JSON), map[string]any{"statistic": f.Name, "mean_forward": 1010.,
		"mean_chain": 2004., "distance": f.Distance, "p": f.P, "mc_seed": 3001})
	var l laws.Finding
	reporttest.Fill(&l)
	l.OK = true
	reporttest.OneRow(t, LawsData(validation.Validation{Laws: []laws.Finding{l}}), map[string]any{"name": l.Law,
		"ok": true, "value": l.Value, "limit": l.Limit, "witness": l.Witness})
}

// TestEachColumnOfBounds: each column of a bound of log R, and of RAISE by cell, has a field of its own.
func TestEachColumnOfBounds(t *testing.T) {
	r := primed(t)
	var s weights.OneSided
	reporttest.FillFrom(4001, &s)
	s.Upper = true
	r.OneSided = []weights.OneSided{s}
	reporttest.OneRow(t, OneSided([]weights.Row{r}, table.JSON), map[string]any{"side": s.Side(),
		"by": s.Program, "how": s.How, "bound": s.Number, "log_r": r.LogR, "room": s.Room.Value,
		"certified": s.Certified.Value, "certified_stderr": s.Certified.StdErr, "kl": s.KL, "verdict": s.Verdict()},
		"seed")
	a := &r.Cells.Value.Account
	reporttest.FillFrom(5003, a)
	r.Cells.Unknown = ""
	r.Cells.Value.Grid = grid.New(1)
	a.P = []float64{1}
	a.LogP = []float64{-6007}
	a.LogQ = []float64{-6011}
	a.G = []float64{6029}
	raise := a.Raise()[0]
	reporttest.OneRow(t, Raise([]weights.Row{r}, table.JSON), map[string]any{"cell": 0, "how": a.How,
		"log_p": -6007., "log_q": -6011., "raise": raise, "over": raise + 6007, "lower": -6007 - a.Paths.Reverse,
		"upper": -6007 + a.Paths.Forward, "off": a.Off}, "seed", "cell", "coords")
}
