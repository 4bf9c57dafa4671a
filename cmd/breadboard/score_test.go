package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
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
	python(t)
	dir := files(t, map[string]string{"g.csv": "0,1\n2,-inf\n", "m.py": read(t, "clients/metropolis.py")})
	var rows []scoreRow
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--exec", "python3 m.py", "--kernel", "metropolis",
		"--chains", "1000", "-N", "5,20", "--function", "mean:1,logf", "--start", "lightest")
	if len(rows) != 8 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows[4:] {
		i := slices.IndexFunc(rows[:4], func(of scoreRow) bool { return of.N == r.N && of.Function == r.Function })
		if i < 0 || r.Chains == nil || *r.Chains != 1000 {
			t.Fatalf("%+v", r)
		}
		if truth := rows[i]; math.Abs(r.RESS-truth.RESS) > 5**r.Stderr {
			t.Errorf("%s after %d steps: %v ± %v, exactly %v", r.Function, r.N, r.RESS, *r.Stderr, truth.RESS)
		}
	}
}

// Without -N a density has a budget of 1,000, and the zoo several. In a directory there are figures too.
func TestScoreOut(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "score", "--toy", "barrier", "--kernel", "metropolis", "--function",
		"mean:1", "--format", "csv")
	if budgets := column(readCSV(t, out), "budget"); !slices.Equal(budgets, []string{"1000"}) {
		t.Errorf("the budgets are %v, want 1000", budgets)
	}
	works(t, dir, "score", "--zoo", "barrier,easy", "--kernel", "metropolis,perfect", "--start", "exact,cell:0",
		"--out", "out")
	for _, name := range []string{"boxes.png", "boxes.svg"} {
		if _, err := os.Stat(filepath.Join(dir, "out", name)); err != nil {
			t.Error(err)
		}
	}
	rows := readCSV(t, read(t, filepath.Join(dir, "out", "scores.csv")))
	if last := column(rows, "budget")[9]; last != "10000" {
		t.Errorf("the tenth budget of the zoo is %s, want 10000", last)
	}
}
