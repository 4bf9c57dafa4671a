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
	"breadboard/grid"
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
		{2, target{"", []int{2}, grid.Line, []float64{0, 5}}},
		{3, target{"", []int{2}, grid.Line, []float64{0, 1.5}}},
		{2, target{"", []int{3}, grid.Line, []float64{0.4, -1, 1}}},
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

// TestRows: what is committed is measured today, in the short form the exact rows of two states.
func TestRows(t *testing.T) {
	known := committed(t).Rows
	var made []Row
	if long {
		made = must.Have(measureRows(t.Context(), run.Setting{}))(t)
	} else {
		for _, g := range targets[:twoLabels+1] {
			for _, P := range []int{2, 3, 4} {
				r := Row{Target: g.name, Program: name(multinomial), P: P, How: exactly}
				r.Bias, r.RMSE, _ = recursion(g.problem(), g.logf, P)
				r.round()
				made = append(made, r)
			}
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

// TestDraws: the draws that are committed are measured today, every fifth of them; in the short form the first two.
func TestDraws(t *testing.T) {
	known := committed(t).Draws
	planned := planDraws(false)
	if len(planned) != len(known) {
		t.Errorf("%d draws are planned, and draws.csv has %d", len(planned), len(known))
	}
	const every = 5 // a minute of CPU, where all take six
	for i, plan := range planned {
		if long && i%every != 0 || !long && i >= 2 {
			continue
		}
		d := must.Have(plan.measured(t.Context(), run.Setting{}))(t)
		if !slices.Contains(known, d) {
			t.Errorf("draws.csv has not %+v", d)
		}
	}
}

// TestPage: the page has the tables and the sentences of the rows, and the figure is theirs.
func TestPage(t *testing.T) {
	found := committed(t)
	all := Page(found)
	page := strings.ReplaceAll(string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t)), "\n", " ")
	of := func(target, P int) string { return percent(found.Rows, targets[target], multinomial, P) }
	must.Say(t, page, fmt.Sprintf("With 4 particles the mean of R̂ is %s%% off R on a box of two cells, exactly, "+
		"%s%% on two labels and %s%% on one draw of EASY RANDOM", of(twoCells, 4), of(twoLabels, 4), of(easy, 4)))
	reporttest.OnPage(t, page, all.People...)
	reporttest.FiguresUpToDate(t, folder, all.Unrendered(), "go -C experiments/studies run . adaptive makes it", false)
}

// committed reads bias.csv and draws.csv.
func committed(t *testing.T) (found Found) {
	t.Helper()
	number := func(text string) float64 { return must.Have(strconv.ParseFloat(text, 64))(t) }
	for _, line := range reporttest.Lines(t, folder, "bias.csv") {
		found.Rows = append(found.Rows, Row{Target: line[0], Program: line[1], P: int(number(line[2])), How: line[3],
			Bias: number(line[4]), StdErr: number(line[5]), RMSE: number(line[6])})
	}
	for _, line := range reporttest.Lines(t, folder, "draws.csv") {
		found.Draws = append(found.Draws, Draw{Seed: uint64(number(line[0])), Share: number(line[1]), Kernel: line[2],
			P: int(number(line[3])), Bias: number(line[4]), StdErr: number(line[5])})
	}
	return found
}
