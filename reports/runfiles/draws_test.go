package runfiles

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// A run is a row of the file, as readers see it.
type run struct {
	Direction string  `column:"direction"`
	Cell      int     `column:"cell"`
	X1        int     `column:"x_1"`
	X2        int     `column:"x_2"`
	LogW      float64 `column:"log_w"`
}

// saved samples a setting and reads its runs from the file.
func saved(t *testing.T, s experiments.Setting, programs ...string) ([]experiments.Measurement, []run) {
	t.Helper()
	annealer := must.Have(s.Annealer())(t)
	ask := experiments.Ask{Programs: programs, Chains: &experiments.Chains{N: 5000, Seed: 1, Keep: true}}
	checks := must.Have(annealer.Measure(t.Context(), []int{20}, ask, nil))(t)
	var b bytes.Buffer
	must.Do(t, WriteCSV(&b, checks))
	if !strings.HasPrefix(b.String(), Begins) {
		t.Errorf("the file begins %.60q, want %q", b.String(), Begins)
	}
	path := must.File(t, "runs.csv", b.String())
	return checks, reporttest.Committed[run](t, filepath.Dir(path), "runs")
}

// estimates computes from rows the estimates that sample prints, by the keys of their quantities.
func estimates(rows []run) map[string]float64 {
	sums := map[string]float64{}
	for _, r := range rows {
		sums[r.Direction]++
		sums[r.Direction+" log w"] += r.LogW
		sums[r.Direction+" w"] += math.Exp(r.LogW)
		sums[r.Direction+" 1/w"] += math.Exp(-r.LogW)
	}
	up := sums["forward log w"] / sums["forward"]
	down := sums["reverse log w"] / sums["reverse"]
	return map[string]float64{"e_log_w_fwd": up, "e_log_w_rev": down, "B": down - up,
		"log_r_lower": math.Log(sums["forward w"] / sums["forward"]),
		"log_r_upper": -math.Log(sums["reverse 1/w"] / sums["reverse"])}
}

// TestFileHasThePrintedEstimates: readers of the file compute the numbers that sample prints, to the rounding of sums
// of 5000 numbers. On a target far from 0 the constant of log f is in log w.
func TestFileHasThePrintedEstimates(t *testing.T) {
	far := must.File(t, "far.csv", "100,101\n102.5,99\n")
	for _, s := range []experiments.Setting{{Toy: "barrier"}, {Target: far},
		{Toy: "ising:2x2:0.4", Kernel: "cycle"}} {
		checks, rows := saved(t, s)
		if len(rows) != 10000 || Len(checks) != len(rows) {
			t.Errorf("%s: %d rows, want 5000 each way, and %d are said", s.TargetName(), len(rows), Len(checks))
		}
		got := estimates(rows)
		for _, c := range checks[0].Check.Comparisons {
			if v, ok := got[c.Name]; ok && !(math.Abs(v-c.Estimate) < 1e-10*max(1, math.Abs(c.Estimate))) {
				t.Errorf("%s: %s is %v from the file, %v printed", s.TargetName(), c.Name, v, c.Estimate)
			}
		}
	}
}

// TestFileHasCells: a cell is one of the target's, with its coordinates; reverse runs begin at exact draws of the
// target.
func TestFileHasCells(t *testing.T) {
	checks, rows := saved(t, experiments.Setting{Toy: "barrier"})
	g, upper := checks[0].Annealer.Target.Grid, 0.0
	for _, r := range rows {
		if want := g.Coords(r.Cell); r.X1 != want[0] || r.X2 != want[1] {
			t.Fatalf("cell %d has the coordinates %d, %d, want %v", r.Cell, r.X1, r.X2, want)
		}
		if r.Direction == "reverse" && r.X1 < 3 && r.X2 > 3 {
			upper++
		}
	}
	// the heavy quadrant has 87% of the mass; 5000 draws know that to 0.5%
	if share := upper / 5000; math.Abs(share-0.87) > 0.02 {
		t.Errorf("%v of the exact draws are in the heavy quadrant, want 0.87", share)
	}
}
