package paths

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/paths"

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestRows: what is committed is measured today, in the short form of a few targets and levels.
func TestRows(t *testing.T) {
	known := map[string][]string{}
	all := committed(t)
	for i, r := range planned(run.Setting{}) {
		known[r.name()] = all[i].cells()
	}
	rows := must.Have(Measure(t.Context(), run.Setting{Quick: !long}))(t)
	if len(rows) < 100 {
		t.Errorf("only %d rows", len(rows))
	}
	must.Have(Page(rows).Files())(t) // also of few rows
	asked := planned(run.Setting{Quick: !long})
	for i, got := range rows {
		want := known[asked[i].name()]
		for k, cell := range got.cells() {
			if cell != want[k] && !equal(cell, want[k]) {
				t.Errorf("%s: computed is %v, and paths.csv has %v", strings.Fields(header)[k], got.cells(), want)
			}
		}
	}
}

// name tells a planned row from all others.
func (r Row) name() string { return fmt.Sprintf("%+v", r) }

// TestPage: the page has every row of the tables, and the figures are those of the rows.
func TestPage(t *testing.T) {
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	all := Page(committed(t))
	if n := len(all.People); n != 10 {
		t.Errorf("%d tables", n)
	}
	reporttest.OnPage(t, page, all.People...)
	reporttest.FiguresUpToDate(t, folder, all.Unrendered(), "go -C experiments/studies run . paths makes it", false)
}

// committed reads paths.csv.
func committed(t *testing.T) (rows []Row) {
	t.Helper()
	for _, line := range reporttest.Lines(t, folder, "paths.csv") {
		var r Row
		for k, at := range r.fields() {
			if line[k] != "" {
				must.Have(fmt.Sscan(line[k], at))(t)
			}
		}
		rows = append(rows, r)
	}
	if n := len(planned(run.Setting{})); len(rows) != n {
		t.Fatalf("paths.csv has %d rows of %d", len(rows), n)
	}
	return rows
}

// equal reports whether two numbers differ by their last digit, or are rounding alone.
func equal(a, b string) bool {
	x, wrong := strconv.ParseFloat(a, 64)
	y, too := strconv.ParseFloat(b, 64)
	return wrong == nil && too == nil && scalar.EqualWithinAbsOrRel(x, y, 1e-13, 2*math.Pow(10, 1-digits))
}
