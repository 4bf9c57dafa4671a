package growth

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/growth"

var long = os.Getenv("BREADBOARD_LONG") != ""

// committed reads growth.json.
func committed(t *testing.T) (rows []Row) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile(filepath.Join(folder, "growth.json")))(t), &rows))
	return rows
}

// TestRows: what is committed is measured today: the smallest systems, and in the long form those of up to 16 sites.
func TestRows(t *testing.T) {
	known := byKey(committed(t))
	all := planned(false)
	if len(all) != len(known) {
		t.Errorf("%d questions, and growth.json has %d answers", len(all), len(known))
	}
	for _, want := range all {
		is, ok := known[want.key()]
		if !ok {
			t.Errorf("growth.json lacks %s", want.key())
			continue
		}
		if !want.quick() && !(long && want.N <= 16) {
			continue
		}
		tolerance := 1e-9
		if strings.HasPrefix(want.Schedule, "best-") { // the end of a descent
			tolerance = 1e-3
		}
		same := func(a, b float64) bool { return scalar.EqualWithinAbsOrRel(a, b, 1e-15, tolerance) }
		got := must.Have(want.answer(t.Context()))(t)
		if want.Schedule == "best-j" && max(got.J, is.J) < rounding {
			continue
		}
		if !floats.EqualFunc(got.numbers(), is.numbers(), same) {
			t.Errorf("%s: computed is %v, and committed %v", want.key(), got, is)
		}
	}
}

// rounding is the J below which nothing is left to find: many schedules are the best, each with a B of its own.
const rounding = 1e-12

// numbers are all that a row answers.
func (r Row) numbers() []float64 {
	return append([]float64{ofT(r), r.J, r.B, r.Middle, r.Gap, r.Even}, r.Shares...)
}

// TestIndependentSites: of sites that stay independent J and B add up.
func TestIndependentSites(t *testing.T) {
	known := byKey(committed(t))
	held := 0
	for _, r := range known {
		if r.Kernel != "perfect" || r.Question != measured {
			continue
		}
		one := r
		one.N = 1
		one = known[one.key()]
		n := float64(r.N)
		held++
		if !scalar.EqualWithinRel(r.J, n*one.J, 1e-10) || !scalar.EqualWithinRel(r.B, n*one.B, 1e-10) {
			t.Errorf("%s: %v, and of one site %v", r.key(), r, one)
		}
	}
	if held < 2 {
		t.Errorf("%d rows of independent sites", held)
	}
}

// TestFigures: the committed figures and tables are those of the committed rows.
func TestFigures(t *testing.T) {
	again := "go -C experiments/studies run . growth makes it"
	files := Page(committed(t)).Unrendered()
	reporttest.FiguresUpToDate(t, folder, files, again, false)
}

// TestBlind compares annealings with those of the toys, whose states have the colours in order.
func TestBlind(t *testing.T) {
	for _, k := range []blind{newBlind(6, 3, 3.5), newBlind(5, 10, 4)} {
		coupling := "4"
		if k.colours == 3 {
			coupling = "3.5"
		}
		s := experiments.Setting{Toy: fmt.Sprintf("mean-field-potts:%d:%d:%s", k.n, k.colours, coupling), Repeat: 2}
		a, _, err := must.Have(s.Chain())(t).At(t.Context(), 5)
		must.Do(t, err)
		want := must.Have(exact.Measure(t.Context(), a))(t)
		got := must.Have(exact.Measure(t.Context(), k.annealing(chains.Linear(5), 2)))(t)
		if !scalar.EqualWithinRel(got.J(), want.J(), 1e-12) || !scalar.EqualWithinRel(got.B(), want.B(), 1e-12) {
			t.Errorf("%s: J and B are %v, and with the colours in order %v", s.Toy, got, want)
		}
	}
}

// TestTables holds the tables of the page to the numbers, which are written by hand. The last cells of a row, two or
// more, are a value of all rows here that differ in N alone, by N, with three digits.
func TestTables(t *testing.T) {
	known := byKey(committed(t))
	var tails []string
	done := map[string]bool{}
	for _, r := range known {
		if r.Repeat == r.N {
			r.Repeat = 0
		}
		if r.N = 0; done[r.key()] {
			continue
		}
		done[r.key()] = true
		for _, value := range []func(Row) float64{ofT, sweeps, steps, ofJ, loose, gapAll, gapEven,
			func(r Row) float64 { return 1000 * r.J / float64(r.N) }, func(r Row) float64 { return r.Middle },
			func(r Row) float64 { return 100 * slices.Max(append(r.Shares, 0)) }} {
			tail := "|"
			for _, xy := range (line{of: r, value: value}).points(known) {
				tail += " " + three(xy.Y) + " |"
			}
			tails = append(tails, tail)
		}
	}
	body := false
	for line := range strings.Lines(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))) {
		line = strings.TrimRight(line, "\n| ") + " |"
		is := func(tail string) bool { return strings.Count(tail, "|") > 2 && strings.HasSuffix(line, tail) }
		if body = strings.HasPrefix(line, "|") && (body || strings.HasPrefix(line, "|:")); !body {
			continue
		}
		if !strings.HasPrefix(line, "|:") && !slices.ContainsFunc(tails, is) {
			t.Errorf("README.md: no row of numbers ends as %q", line)
		}
	}
}

// three writes three digits, and whole numbers in full.
func three(v float64) string {
	if v >= 100 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
