package backward

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/exact/backward"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/backward"

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestPilotRows: what is committed is measured today, J, the reversal's B and the cost of pilots in the short form on
// all that are quick, and B with few pilots.
func TestPilotRows(t *testing.T) {
	committed := reporttest.Committed[PilotRow](t, folder, "pilots")
	all := must.Have(pilotSubjects(t.Context(), run.Setting{Quick: !long}))(t)
	for _, s := range all {
		own := pilotRow(committed, s.name, 100, true)
		if s.set == run.TriedOn {
			own = committed[0]
			for _, r := range committed {
				if r.Target == s.name {
					own = r
				}
			}
		}
		at := must.Have(backward.Run(t.Context(), s.of, backward.AtTarget))(t)
		must.Within(t, own.J, at.J(), 1e-9, "J of %s", s.name)
		must.Within(t, own.Reversal, at.B(), 1e-9, "B of %s", s.name)
		must.Within(t, own.Excess, must.Have(backward.Excess(t.Context(), s.of))(t), 1e-9, "excess of %s", s.name)
	}
	first := all[0] // B with ten pilots and with a hundred
	for _, n := range []int{10, 100} {
		for _, plain := range []bool{true, false} {
			want := pilotRow(committed, first.name, n, plain)
			b, _, err := pilotB(t.Context(), run.Setting{}, first, n, want.Weight)
			must.Do(t, err)
			must.Within(t, b, want.B, 1e-9, "B of %s with %d pilots", first.name, n)
		}
	}
}

// TestMissingRows: so are J and TV at the first prices.
func TestMissingRows(t *testing.T) {
	committed := reporttest.Committed[MissingRow](t, folder, "missing")
	prices := slopePrices
	terms := termPrices
	slopePrices = prices[:2]
	termPrices = terms[:1]
	defer func() { slopePrices, termPrices = prices, terms }()
	for _, j := range jobs(run.Setting{Quick: true}) {
		for _, r := range must.Have(missingRows(t.Context(), j))(t) {
			found := false
			for _, c := range committed {
				if c.Target == r.Target && c.Kernel == r.Kernel && c.Dial == r.Dial && c.Budget == r.Budget {
					must.Within(t, r.J, c.J, 1e-9, "J of %+v", c)
					must.Within(t, r.TV, c.TV, 1e-9, "TV of %+v", c)
					found = true
				}
			}
			if !found {
				t.Errorf("%+v is not committed", r)
			}
		}
	}
}

// TestPage: the page has the tables, and the figures are drawn from the rows beside them.
func TestPage(t *testing.T) {
	s := Page(Found{reporttest.Committed[PilotRow](t, folder, "pilots"),
		reporttest.Committed[MissingRow](t, folder, "missing")})
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	reporttest.OnPage(t, page, s.People...)
	reporttest.FiguresUpToDate(t, folder, s.Unrendered(), "go -C experiments/studies run . backward makes them", false)
}
