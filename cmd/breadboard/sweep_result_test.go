package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Programs get the rows, as they are in the files, also from a merge.
func TestSweepPrintsRows(t *testing.T) {
	dir := t.TempDir()
	args := []string{"sweep", "--toy", "barrier", "--kernel", "king,barker", "-T", "5", "--out", "out", "--format"}
	asCSV := works(t, dir, append(args, "csv")...)
	file, err := os.ReadFile(filepath.Join(dir, "out", "rows.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if asCSV != string(file) {
		t.Errorf("it prints %s, and rows.csv is %s", asCSV, file)
	}
	if again := works(t, dir, "merge", "out", "--format", "csv"); again != asCSV {
		t.Errorf("merge prints %s, want %s", again, asCSV)
	}
	var rows []struct {
		Kernel string
		J      float64
	}
	worksJSON(t, &rows, dir, args[:len(args)-1]...)
	if len(rows) != 2 || rows[1].Kernel != "barker" || !(rows[1].J > 0) {
		t.Errorf("in JSON it prints %v", rows)
	}
	if part := works(t, dir, append(args, "csv", "--shard", "1/2")...); strings.Count(part, "\n") != 2 {
		t.Errorf("a shard of one cell prints %s", part)
	}
}

// Figures of an earlier sweep do not stay beside the tables of a later one.
func TestSweepLeavesNoFigureOfAnother(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "sweep", "--toy", "barrier", "-T", "5,6", "--out", "out")
	if err := os.WriteFile(filepath.Join(dir, "out", "summary-mine.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	works(t, dir, "sweep", "--toy", "barrier", "-T", "5", "--out", "out", "--force")
	left := listing(t, filepath.Join(dir, "out"))
	if strings.Contains(left, "summary.png") || !strings.Contains(left, "summary-mine.txt") {
		t.Errorf("left %s", left)
	}
}

// The table fits 80 columns in one piece, also if four axes vary and their names are long.
func TestSweepPrintsOneTable(t *testing.T) {
	for _, args := range [][]string{
		{"--toy", "easy,barrier", "--seed", "1..3", "--kernel", "metropolis,gibbs", "--schedule", "linear,sigmoid:4",
			"-T", "10,100"},
		{"--toy", "clustering:4:2,potts:2x2:3:0.5", "--kernel", "delayed-rejection,metropolis", "--schedule",
			"linear,geometric:0.01", "-T", "5,10"},
	} {
		out := works(t, t.TempDir(), append([]string{"sweep", "--out", "out"}, args...)...)
		if n := strings.Count(out, "┌"); n != 1 {
			t.Errorf("%v: %d tables", args, n)
		}
		if !strings.Contains(out, "There is no room for B/J in 80 columns.") {
			t.Errorf("%v: no word about B/J in %s", args, out)
		}
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimSpace(line))); n > 80 {
				t.Errorf("%v: a line of %d: %s", args, n, line)
			}
		}
	}
}
