package representations

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/protocol"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
	"breadboard/toys"
)

const reports = "../../../reports"

var folder = filepath.Join(reports, "representations")

var long = os.Getenv("BREADBOARD_LONG") != ""

// committed is the committed study.
func committed(t *testing.T) Study {
	t.Helper()
	return Study{Rows: reporttest.Committed[Row](t, reports, "representations/rows"),
		Times: reporttest.Committed[Time](t, reports, "representations/times")}
}

// TestDensities: what is timed is the density of each form in every cell; with u and v in each other's place it is not.
func TestDensities(t *testing.T) {
	f := matrix()
	whole := f.Model.Simulated(3)
	y := whole.Model.Data
	small := f.Model.Collapsed(f.Stay...).Given(y)
	off := func(target toys.Target, density func(x []int) float64) (worst float64) {
		for x, want := range target.LogF {
			worst = max(worst, math.Abs(density(target.Grid.Coords(x))-want))
		}
		return worst
	}
	for name, worst := range map[string]float64{
		"uncollapsed": off(whole, func(x []int) float64 { return uncollapsed(x[:2], x[2:], y) }),
		"collapsed":   off(small, func(x []int) float64 { return collapsed(x, y) }),
	} {
		if !(worst < 1e-12) {
			t.Errorf("%s it is off by %g", name, worst)
		}
	}
	for name, worst := range map[string]float64{
		"with rows for columns": off(whole, func(x []int) float64 { return uncollapsed(x[3:], x[:3], y) }),
		"without a row":         off(small, func(x []int) float64 { return collapsed(x, y[1:]) }),
	} {
		if worst < 0.1 {
			t.Errorf("%s it is off by %g only", name, worst)
		}
	}
}

// TestTimed: by a clock that goes a second at each look, so many densities take a second.
func TestTimed(t *testing.T) {
	var at time.Time
	now := func() time.Time {
		at = at.Add(time.Second)
		return at
	}
	for i, one := range timed(now) {
		must.Near(t, one.Seconds, 1./atOnce, 1e-15, "the time of a density, %s,", one.Form)
		if one.Form != forms[i] {
			t.Errorf("form %d is %s", i, one.Form)
		}
	}
}

// TestRows: the committed rows are made today, in the short form those of the kernels that take no time.
func TestRows(t *testing.T) {
	known := committed(t).Rows
	z := sized(false)
	for _, kernel := range z.kernels {
		if kernel == Kernels[1] && !long {
			continue
		}
		made := must.Have(compared(t.Context(), kernel, toys.ModelSeed, z.ts))(t)
		of := slices.DeleteFunc(slices.Clone(known), func(r Row) bool {
			return r.Kernel != kernel || r.Seed != toys.ModelSeed
		})
		for i, want := range of {
			got := made[i]
			if got.Form != want.Form || got.T != want.T || got.Densities != want.Densities || got.Terms != want.Terms {
				t.Errorf("row %d of %s is %+v, and committed is %+v", i, kernel, got, want)
			}
			must.Near(t, got.B, want.B, 1e-9*want.B, "B of row %d of %s", i, kernel)
			must.Near(t, got.Stay, want.Stay, 1e-9*want.Stay+1e-15, "J of row %d of %s", i, kernel)
		}
	}
}

// TestPage: the page has the tables, and its figure is drawn from the committed numbers.
func TestPage(t *testing.T) {
	s := committed(t)
	page := Page(s)
	words := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	reporttest.OnPage(t, words, page.People...)
	densities := map[string]float64{} // of the kernel of dynamics, at the largest T
	for _, r := range s.of(Kernels[1]) {
		densities[r.Form] = r.Densities
	}
	must.Say(t, strings.Join(strings.Fields(words), " "),
		fmt.Sprintf("computes %s densities, and in the other, with two, %s", table.Thousands(int(densities[forms[0]])),
			table.Thousands(int(densities[forms[1]]))),
		fmt.Sprintf("by about that quotient, %.1f", densities[forms[0]]/densities[forms[1]]))
	reporttest.FiguresUpToDate(t, folder, page.Unrendered(), "go -C experiments/studies run . representations makes it",
		false)
}

// TestBetter: a form is better if its curve is the lower where both have runs; curves may cross.
func TestBetter(t *testing.T) {
	rows := func(kernel string, uncollapsed, collapsed [2]float64) (all []Row) {
		for k, of := range [][2]float64{uncollapsed, collapsed} {
			for i, b := range of {
				all = append(all, Row{Kernel: kernel, Form: forms[k], T: 10 * (i + 1), B: b})
			}
		}
		return all
	}
	s := Study{Rows: slices.Concat(rows("first", [2]float64{2, 1}, [2]float64{3, 2}),
		rows("second", [2]float64{2, 1}, [2]float64{1, 0.5}), rows("neither", [2]float64{2, 1}, [2]float64{1, 2}))}
	for kernel, want := range map[string]string{"first": protocol.Uncollapsed, "second": protocol.Collapsed,
		"neither": ""} {
		wins := s.better(kernel, s.prices()[0], measures[1])
		if wins[want] != 1 || len(wins) != 1 {
			t.Errorf("%s: %v", kernel, wins)
		}
	}
}
