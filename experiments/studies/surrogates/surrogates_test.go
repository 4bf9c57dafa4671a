package surrogates

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/surrogates"

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestFits: what is committed is measured today, in the short form that of three posteriors.
func TestFits(t *testing.T) {
	known := committed(t)
	made := must.Have(Measure(t.Context(), run.Setting{Quick: !long}))(t)
	each := 1 + len(lengths)
	if long {
		each = 1 + len(lengths)*manyChains
	}
	if len(made) != each*len(densities(!long)) {
		t.Errorf("%d fits", len(made))
	}
	for _, f := range made {
		if !slices.Contains(known, f) {
			t.Errorf("fits.csv has not %+v", f)
		}
	}
}

// TestPage: the page has the medians.
func TestPage(t *testing.T) {
	fits := committed(t)
	words := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	reporttest.OnPage(t, words, Page(fits).People...)
}

// committed reads fits.csv.
func committed(t *testing.T) (fits []Fit) {
	t.Helper()
	number := func(text string) float64 { return must.Have(strconv.ParseFloat(text, 64))(t) }
	for _, line := range reporttest.Lines(t, folder, "fits.csv") {
		fits = append(fits, Fit{Density: line[0], To: line[1], Chain: int(number(line[2])),
			Components: int(number(line[3])), KL: number(line[4]), Quotient: number(line[5]), Least: number(line[6]),
			Most: number(line[7]), Order: number(line[8])})
	}
	return fits
}
