package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A scoreRow is what score prints of a kernel and a function.
type scoreRow struct {
	Kernel, Function string
	N                int
	RESS             float64
	Chains           *int
	Stderr           *float64
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

// In a directory there are the scores as CSV, and a figure.
func TestScoreOut(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "score", "--zoo", "barrier,easy", "--kernel", "metropolis,perfect", "-N", "10", "--out", "out")
	if got, want := listing(t, filepath.Join(dir, "out")), "boxes.png boxes.svg"; !strings.HasPrefix(got, want) {
		t.Errorf("it has %s, want %s first", got, want)
	}
	rows := readCSV(t, read(t, filepath.Join(dir, "out", "scores.csv")))
	if budgets := slices.Compact(column(rows, "budget")); !slices.Equal(budgets, []string{"10"}) {
		t.Errorf("the budgets are %v, want 10", budgets)
	}
}
