package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A scoreRow is what score prints of a kernel and a function.
type scoreRow struct {
	Density, Kernel, Function, Start string
	Budget, N                        int
	RESS, MSE, Bias, Variance        float64
	Eff, NESS, Spread                float64
	Limit                            *float64
	Chains                           *int
	Stderr                           *float64
}

// The numbers of a row fit together.
func TestScoreRows(t *testing.T) {
	var rows []scoreRow
	worksJSON(t, &rows, t.TempDir(), "score", "--toy", "barrier", "--kernel", "heat-bath,king", "--start", "lightest,cell:0",
		"--function", "mean,mode:2", "-N", "10,100", "--equal", "evaluations")
	if len(rows) != 2*2*3*2 {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		name := r.Kernel + " " + r.Function + " from " + r.Start
		if !(math.Abs(r.MSE/(r.Bias*r.Bias+r.Variance)-1) < 1e-12) {
			t.Errorf("%s: squared error %v of bias %v and variance %v", name, r.MSE, r.Bias, r.Variance)
		}
		if !(math.Abs(r.RESS/(r.Spread/r.MSE)-1) < 1e-12) {
			t.Errorf("%s: RESS %v with spread %v and squared error %v", name, r.RESS, r.Spread, r.MSE)
		}
		if want := map[string]int{"heat-bath": r.Budget / 6, "king": r.Budget}[r.Kernel]; r.N != want {
			t.Errorf("%s: %d evaluations buy %d steps, want %d", name, r.Budget, r.N, want)
		}
		if want := r.RESS / (float64(r.Budget/6+r.Budget) / 2); !(math.Abs(r.NESS/want-1) < 1e-12) {
			t.Errorf("%s: NESS %v, want %v", name, r.NESS, want)
		}
	}
}

// A matrix of metropolis has the scores of metropolis; one that leaves another density invariant is
// refused.
func TestScoreMatrix(t *testing.T) {
	dir := files(t, map[string]string{
		"g.csv": "0,0\n", "k.csv": "0.75,0.25\n0.25,0.75\n", "wrong.csv": "0.75,0.25\n0.5,0.5\n"})
	var rows []scoreRow
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--matrix", "k.csv", "--kernel", "metropolis", "-N", "50")
	if len(rows) != 2 {
		t.Fatalf("%d rows, want mean:2 of two kernels", len(rows))
	}
	if given, own := rows[0], rows[1]; given.Kernel != "k.csv" || !(math.Abs(given.RESS/own.RESS-1) < 1e-12) {
		t.Errorf("%s has RESS %v, and %s %v", given.Kernel, given.RESS, own.Kernel, own.RESS)
	}
	refused(t, program(t, dir, "score", "--target", "g.csv", "--matrix", "wrong.csv"), "does not leave g.csv invariant")
}

// The Python client of metropolis has its RESS, to within five standard errors.
func TestScoreExec(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	source, err := os.ReadFile("clients/metropolis.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := files(t, map[string]string{"g.csv": "0,1\n2,-inf\n", "m.py": string(source)})
	var rows []scoreRow
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--exec", "python3 m.py", "--kernel", "metropolis",
		"--runs", "1000", "-N", "5,20", "--function", "mean:1,logf", "--start", "lightest")
	if len(rows) != 8 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, exact := range rows[:4] {
		for _, r := range rows[4:] {
			if r.Chains == nil || *r.Chains != 1000 {
				t.Fatalf("%s has %v chains", r.Kernel, r.Chains)
			}
			if r.N == exact.N && r.Function == exact.Function && math.Abs(r.RESS-exact.RESS) > 5**r.Stderr {
				t.Errorf("%s after %d steps: %v ± %v, exactly %v", r.Function, r.N, r.RESS, *r.Stderr, exact.RESS)
			}
		}
	}
}

func TestScoreOut(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "score", "--zoo", "barrier,easy", "--kernel", "metropolis,perfect", "--start", "exact,cell:0",
		"--out", "out")
	for _, name := range []string{"scores.csv", "profiles.json", "leaderboard-exact.csv", "leaderboard-cell-0.json",
		"boxes-exact.png", "profiles-cell-0.svg",
		"calibration.csv", "calibration-exact.png", "calibration-cell-0.svg"} {
		if _, err := os.Stat(filepath.Join(dir, "out", name)); err != nil {
			t.Error(err)
		}
	}
}

func TestScoreBadInput(t *testing.T) {
	refuseAll(t, [][2]string{
		{`the zoo has no density "barier"; the nearest is barrier`, "score --zoo barier"},
		{"--zoo names densities by itself; leave --toy out", "score --zoo small --toy easy"},
		{`--kernel "kng" is unknown; the nearest known is king`, "score --toy easy --kernel kng"},
		{`-N 0; a budget from 1`, "score --toy easy -N 0"},
		{`-N "x" is not a whole number`, "score --toy easy -N 1,x"},
		{`--equal "cost" is unknown`, "score --toy easy --equal cost"},
		{`--start "best" is unknown; exact, fit, lightest, worst`, "score --toy easy --start best"},
		{"--start worst: chains are drawn for ks", "score --toy easy --start worst --function ks"},
		{"--start worst: chains are drawn for ks", "score --zoo toys --start worst"},
		{"--start worst: the chains of --exec are drawn", "score --toy easy --start worst --exec true"},
		{"--start cell:49: the cells of easy are numbered from 0 to 48", "score --toy easy --start cell:49"},
		{"--start cell:1: cell 1 of left.csv has no mass", "score --target left.csv --start cell:1"},
		{"--function mean:0: the axes of easy are numbered from 1 to 2", "score --toy easy --function mean:0"},
		{"--function ks:9: the axes of easy are numbered from 1 to 2", "score --toy easy --function ks:9"},
		{"--function ks: its chains are drawn, of 100000 steps", "score --toy easy --function ks -N 100,200000"},
		{"--runs 1; from 2 to 1000000 would do", "score --toy easy --function ks --runs 1"},
		{`--function "median" is unknown`, "score --toy easy --function median"},
		{"wide.csv: 1x3 numbers; the target has 2x2 cells", "score --target t.csv --function file:wide.csv"},
		{"none.csv: ", "score --target t.csv --function file:none.csv"},
		{"a kernel from outside is of one density", "score --zoo small --matrix t.csv"},
		{"--equal time: what a step costs a kernel from outside is not known", "score --toy easy --exec true --equal time"},
		{"--runs 1; from 2 to 1000000 would do", "score --toy easy --exec true --runs 1"},
		{"--runs, and nothing is sampled; --exec, --function ks", "score --toy easy --runs 5"},
		{"--tolerance is given without --matrix", "score --toy easy --tolerance 0.1"},
		{"--seed is given without --toy", "score --zoo small --seed 1"},
		{"all functions are constant on left.csv", "score --target left.csv --kernel king"},
		{"perfect on ising:4x4:0.4 takes", "score --toy ising:4x4:0.4 --kernel perfect"},
	})
}

// The functions that do not fit 80 columns are left out, the last first, and named; the table is in one piece.
func TestScorePrintsOneTable(t *testing.T) {
	out := works(t, t.TempDir(), "score", "--toy", "barrier", "--kernel", "metropolis,gibbs")
	if n := strings.Count(out, "┌"); n != 1 {
		t.Errorf("%d tables", n)
	}
	if says := "There is no room for mode:2, mode:3 and mode:4 in 80 columns."; !strings.Contains(out, says) {
		t.Errorf("no %q in %s", says, out)
	}
}
