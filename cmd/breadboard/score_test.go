package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// A matrix of metropolis has the scores of metropolis; one that leaves another density invariant is
// refused.
func TestScoreMatrix(t *testing.T) {
	dir := files(t, map[string]string{
		"g.csv": "0,0\n", "k.csv": "0.75,0.25\n0.25,0.75\n", "wrong.csv": "0.75,0.25\n0.5,0.5\n"})
	var rows []struct {
		Kernel string
		RESS   float64
	}
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--matrix", "k.csv", "--kernel", "metropolis", "-N", "50")
	if len(rows) != 2 || rows[0].Kernel != "k.csv" {
		t.Fatalf("%+v, want mean:2 of two kernels", rows)
	}
	must.Near(t, rows[0].RESS, rows[1].RESS, 1e-12*rows[1].RESS, "RESS by a matrix")
	refused(t, program(t, dir, "score", "--target", "g.csv", "--matrix", "wrong.csv"), "does not leave g.csv invariant")
}

// In a directory there are the scores as CSV, and a figure.
func TestScoreOut(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "score", "--zoo", "barrier,easy", "--kernel", "metropolis,perfect", "-N", "10", "--out", "out")
	if got, want := listing(t, filepath.Join(dir, "out")), "boxes.png boxes.svg"; !strings.HasPrefix(got, want) {
		t.Errorf("it has %s, want %s first", got, want)
	}
	rows := readCSV(t, textOf(t, dir, "out/scores.csv"))
	if budgets := slices.Compact(column(rows, "budget")); !slices.Equal(budgets, []string{"10"}) {
		t.Errorf("the budgets are %v, want 10", budgets)
	}
}
