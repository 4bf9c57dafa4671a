package main

import (
	"strings"
	"testing"
)

// A file of runs is replaced by the next, and read as no chain. People read where the runs are.
func TestSampleSave(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy barrier --save runs/one.csv --chains 100 -T")
	works(t, dir, append(args, "3")...)
	holds(t, works(t, dir, append(args, "3,4")...), "Saved: runs/one.csv, 400 runs, one a row.")
	if rows := readCSV(t, textOf(t, dir, "runs/one.csv")); len(rows) != 401 {
		t.Errorf("%d rows, want a head and 400", len(rows))
	}
	refused(t, program(t, dir, strings.Fields("validate --toy barrier runs/one.csv")...),
		"one.csv: a column direction beside cell is of runs, as sample --save writes them")
}
