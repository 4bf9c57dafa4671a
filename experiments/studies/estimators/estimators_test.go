package estimators_test

import (
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"breadboard/experiments/studies/estimators"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/estimators"

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestRows: what is committed is measured today, in the short form one seed and few levels.
func TestRows(t *testing.T) {
	type key struct {
		toy, bridge, draws string
		seed, T            int
	}
	of := map[key]estimators.Row{}
	for _, r := range reporttest.Committed[estimators.Row](t, folder, "quotients") {
		of[key{r.Toy, r.Bridge, r.Draws, r.Seed, r.T}] = r
		// importance from the forward half alone has twice the variance, and is no better than the optimal
		if !(r.Quotient <= 2+1e-9) {
			t.Errorf("%v: half of the runs alone would do better", r)
		}
	}
	rows := must.Have(estimators.Measure(t.Context(), run.Setting{Quick: !long}))(t)
	if len(rows) < 60 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, r := range rows {
		want := of[key{r.Toy, r.Bridge, r.Draws, r.Seed, r.T}]
		if !scalar.EqualWithinRel(r.Plain, want.Plain, 1e-9) || !scalar.EqualWithinRel(r.Optimal, want.Optimal, 1e-9) {
			t.Errorf("computed is %v, and committed %v", r, want)
		}
	}
}

// TestPage: the figure is that of the rows, and the page has the medians.
func TestPage(t *testing.T) {
	s := estimators.Page(reporttest.Committed[estimators.Row](t, folder, "quotients"))
	reporttest.FiguresUpToDate(t, folder, s.Unrendered(), "go -C experiments/studies run . estimators makes it", false)
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	reporttest.OnPage(t, page, s.People...)
}
