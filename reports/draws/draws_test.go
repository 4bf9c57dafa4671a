package draws

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
)

// A run is a row of the file, as readers see it.
type run struct {
	direction    string
	cell, x1, x2 int
	logW         float64
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
	lines := must.Have(csv.NewReader(&b).ReadAll())(t)
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	var rows []run
	for _, line := range lines[1:] {
		whole := func(name string) int { return must.Have(strconv.Atoi(line[at[name]]))(t) }
		logW := must.Have(strconv.ParseFloat(line[at["log_w"]], 64))(t)
		rows = append(rows, run{line[at["direction"]], whole("cell"), whole("x_1"), whole("x_2"), logW})
	}
	return checks, rows
}

// estimates computes from rows the estimates that sample prints, by the keys of their quantities.
func estimates(rows []run) map[string]float64 {
	sums := map[string]float64{}
	for _, r := range rows {
		sums[r.direction]++
		sums[r.direction+" log w"] += r.logW
		sums[r.direction+" w"] += math.Exp(r.logW)
		sums[r.direction+" 1/w"] += math.Exp(-r.logW)
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
		if want := g.Coords(r.cell); r.x1 != want[0] || r.x2 != want[1] {
			t.Fatalf("cell %d has the coordinates %d, %d, want %v", r.cell, r.x1, r.x2, want)
		}
		if r.direction == "reverse" && r.x1 < 3 && r.x2 > 3 {
			upper++
		}
	}
	// the heavy quadrant has 87% of the mass; 5000 draws know that to 0.5%
	if share := upper / 5000; math.Abs(share-0.87) > 0.02 {
		t.Errorf("%v of the exact draws are in the heavy quadrant, want 0.87", share)
	}
}
