package draws

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/journal"
	"breadboard/experiments/sampling"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// A run is a row of the file, as its readers see it.
type run struct {
	T         int64   `parquet:"T,optional"`
	Program   string  `parquet:"program,optional"`
	Direction string  `parquet:"direction,optional"`
	Chain     int64   `parquet:"chain,optional"`
	Draw      int64   `parquet:"draw,optional"`
	Cell      int64   `parquet:"cell,optional"`
	X1        int64   `parquet:"x_1,optional"`
	X2        int64   `parquet:"x_2,optional"`
	LogW      float64 `parquet:"log_w,optional"`
}

// saved samples a setting and writes its runs to a file.
func saved(t *testing.T, s experiments.Setting, programs ...string) (Sample, string) {
	t.Helper()
	chain := must.Have(s.Chain())(t)
	o := sampling.Plan{Chains: 5000, Seed: 1, Keep: true}
	checks, err := crosscheck.OfEach(t.Context(), chain, []int{20}, o, nil)
	if programs != nil {
		checks, err = crosscheck.OfPrograms(t.Context(), chain, []int{20}, programs, o, nil)
	}
	must.Do(t, err)
	all := Sample{chain, checks, journal.Build{Version: "v1"}}
	var b bytes.Buffer
	must.Do(t, all.File("chains.parquet").Write(&b))
	path := filepath.Join(t.TempDir(), "chains.parquet")
	must.Do(t, os.WriteFile(path, b.Bytes(), 0o644))
	return all, path
}

// estimates computes from rows what sample prints, by the quantities' keys.
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

// Whoever reads the file computes what sample prints, to the rounding of sums of 5000 numbers. On
// a target far from 0 the constant of log f is in log w.
func TestFileHasThePrintedEstimates(t *testing.T) {
	far := must.File(t, "far.csv", "100,101\n102.5,99\n")
	for _, s := range []experiments.Setting{{Toy: "barrier"}, {Target: far},
		{Toy: "ising:2x2:0.4", Kernel: "stretch"}} {
		all, path := saved(t, s)
		rows := must.Have(parquet.ReadFile[run](path))(t)
		if len(rows) != 10000 {
			t.Errorf("%s: %d rows, want 5000 each way", s.TargetName(), len(rows))
		}
		got := estimates(rows)
		for _, c := range all.Checks[0].Comparisons {
			if v, ok := got[c.Name]; ok && !(math.Abs(v-c.Estimate) < 1e-10*max(1, math.Abs(c.Estimate))) {
				t.Errorf("%s: %s is %v from the file, %v printed", s.TargetName(), c.Name, v, c.Estimate)
			}
		}
	}
}

// A cell is one of the target's, with its coordinates, whatever the kernel runs on; reverse runs
// begin at exact draws of the target. The metadata say what the runs are of.
func TestFileHasCells(t *testing.T) {
	all, path := saved(t, experiments.Setting{Toy: "barrier", Kernel: "slice"})
	data := must.Have(os.ReadFile(path))(t)
	rows := must.Have(parquet.Read[run](bytes.NewReader(data), int64(len(data))))(t)
	f := must.Have(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	for key, want := range map[string]string{"target": "barrier", "kernel": "slice", "mc_seed": "1",
		"version": "v1", "column.draw": "the number of the run in its direction, from 0"} {
		if got, _ := f.Lookup("breadboard." + key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	g, upper := all.Chain.Target.Grid, 0.0
	for _, r := range rows {
		if want := g.Coords(int(r.Cell)); int(r.X1) != want[0] || int(r.X2) != want[1] {
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

// Weights of 0 are kept: a null in their place would leave the mean.
func TestFileKeepsWeightsOfZero(t *testing.T) {
	walled := must.File(t, "walled.csv", "0,1\n-inf,2\n")
	open := must.File(t, "open.csv", "0,0\n0,0\n")
	all, path := saved(t, experiments.Setting{Target: walled, Initial: open}, "importance", "ais")
	rows := must.Have(parquet.ReadFile[run](path))(t)
	zeros := 0
	for _, r := range rows {
		if r.Direction == "forward" && math.IsInf(r.LogW, -1) {
			zeros++
		}
	}
	if zeros == 0 {
		t.Errorf("none of %d runs has a weight of 0: %v", len(rows), all.Checks[0].Warnings)
	}
}

// The page lists the columns as they are.
func TestPageHasTheColumns(t *testing.T) {
	page := must.Have(os.ReadFile("README.md"))(t)
	for _, c := range columns(grid.New(7, 7)) {
		if !strings.Contains(string(page), "| `"+c.key+"` | ") ||
			!strings.Contains(string(page), " | "+c.meaning+" |\n") {
			t.Errorf("the page lacks the column %s: %s", c.key, c.meaning)
		}
	}
}

// DuckDB runs the page's queries, and its estimates are those that sample prints.
func TestPageInDuckDB(t *testing.T) {
	page := must.Have(os.ReadFile("README.md"))(t)
	all, path := saved(t, experiments.Setting{Toy: "barrier"})
	for i, block := range strings.Split(string(page), "```sql\n")[1:] {
		query, _, _ := strings.Cut(block, ";\n```")
		answer := reporttest.AskDuckDB(t, strings.ReplaceAll(query, "chains.parquet", path))
		if len(answer) == 0 {
			t.Errorf("query %d has no rows", i+1)
		}
		for _, c := range all.Checks[0].Comparisons {
			got, ok := answer[0][c.Name]
			if v, _ := got.(float64); ok && !(math.Abs(v-c.Estimate) < 1e-9) {
				t.Errorf("DuckDB says %s = %v, printed %v", c.Name, fmt.Sprint(got), c.Estimate)
			}
		}
	}
}
