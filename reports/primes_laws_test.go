package reports

import (
	"testing"

	"breadboard/chains/laws"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/validation"
	"breadboard/experiments/weights"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

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

// TestEachColumnOfValidate: each column of a law has a field of its own.
func TestEachColumnOfValidate(t *testing.T) {
	var l laws.Finding
	reporttest.Fill(&l)
	l.OK = true
	reporttest.OneRow(t, LawsData(validation.Validation{Laws: []laws.Finding{l}}), map[string]any{"name": l.Law,
		"ok": true, "value": l.Value, "limit": l.Limit, "witness": l.Witness})
}

// TestEachColumnOfCells: each column of the accounts by cell has a field of its own.
func TestEachColumnOfCells(t *testing.T) {
	r := weights.Accounted{Program: "sir:7", ByCell: &accounts.Account{}}
	r.T = 5
	r.Chain.Target.Grid = grid.New(1)
	a := r.ByCell
	reporttest.FillFrom(5003, a)
	a.P = []float64{6007}
	a.Q = []float64{6011}
	a.LogP = []float64{-6029}
	a.LogQ = []float64{-6037}
	a.F = []float64{6043}
	a.G = []float64{6047}
	reporttest.OneRow(t, Cells([]weights.Accounted{r}, table.JSON), map[string]any{"T": r.T, "program": r.Program,
		"cell": 0, "how": a.How, "p": 6007., "q": 6011., "F": 6043., "G": 6047., "from": a.Paths.Forward + 6047,
		"share": 6007.*6047 - 6043, "off": a.Off}, "seed", "cell", "coords")
}
