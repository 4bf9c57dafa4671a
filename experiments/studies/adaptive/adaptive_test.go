package adaptive

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/adaptive"

var long = os.Getenv("BREADBOARD_LONG") != ""

// The program's own code, along every path of its dice, has the numbers of the recursion.
func TestRecursionIsTheProgram(t *testing.T) {
	for _, c := range []struct {
		P int
		g target
	}{
		{2, target{"", []int{2}, []float64{0, 5}}},
		{3, target{"", []int{2}, []float64{0, 1.5}}},
		{2, target{"", []int{3}, []float64{0.4, -1, 1}}},
	} {
		e := must.Have(tempered(c.g.problem(), c.P, multinomial))(t)
		bias := 0.0
		square := 0.0
		steps := 0.0
		var logw float64
		var betas []float64
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw, betas = e.Run(d) }) {
			off := logw - c.g.logR()
			bias += prob * math.Expm1(off)
			square += prob * off * off
			steps += prob * float64(len(betas))
		}
		wantBias, wantRMSE, wantSteps := recursion(c.g.problem(), c.g.logf, c.P)
		must.Near(t, bias, wantBias, 1e-9, "bias of %v", c)
		must.Near(t, math.Sqrt(square), wantRMSE, 1e-9, "RMSE of %v", c)
		must.Near(t, steps, wantSteps, 1e-9, "steps of %v", c)
	}
}

// TestRows: what is committed is measured today, in the short form the exact rows of two cells.
func TestRows(t *testing.T) {
	known := committed(t)
	var made []Row
	if long {
		made = must.Have(Measure(t.Context(), run.Setting{}))(t)
	} else {
		for _, P := range []int{2, 3, 4} {
			r := Row{Target: targets[0].name, Program: name(multinomial), P: P, How: exactly}
			r.Bias, r.RMSE, _ = recursion(targets[0].problem(), targets[0].logf, P)
			r.round()
			made = append(made, r)
		}
	}
	for _, r := range made {
		if !slices.Contains(known, r) {
			t.Errorf("bias.csv has not %+v", r)
		}
	}
	if long && len(made) != len(known) {
		t.Errorf("%d rows are made, and bias.csv has %d", len(made), len(known))
	}
}

// TestPage: the page has the table and the sentences of the rows, and the figure is theirs.
func TestPage(t *testing.T) {
	rows := committed(t)
	all := Page(rows)
	page := strings.ReplaceAll(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t)), "\n", " ")
	of := func(target, P int) string { return percent(rows, targets[target], multinomial, P) }
	must.Say(t, page, fmt.Sprintf("With 4 particles the mean of R̂ is %s%% off R on two cells, exactly, and %s%% on "+
		"EASY RANDOM", of(0, 4), of(2, 4)), fmt.Sprintf("With 64 particles %s%% and %s%% are left", of(0, 64), of(2,
		64)))
	reporttest.OnPage(t, page, all.People...)
	reporttest.FiguresUpToDate(t, folder, all.Unrendered(), "go -C experiments/studies run . adaptive makes it", false)
}

// committed reads bias.csv.
func committed(t *testing.T) (rows []Row) {
	t.Helper()
	number := func(text string) float64 { return must.Have(strconv.ParseFloat(text, 64))(t) }
	for _, line := range reporttest.Lines(t, folder, "bias.csv") {
		rows = append(rows, Row{Target: line[0], Program: line[1], P: int(number(line[2])), How: line[3],
			Bias: number(line[4]), StdErr: number(line[5]), RMSE: number(line[6])})
	}
	return rows
}
