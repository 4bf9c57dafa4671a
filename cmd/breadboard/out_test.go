package main

import (
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestOut: what protocol and score print is also written into --out, with figures.
func TestOut(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	args := strings.Fields("protocol --out new/out --toy clustering:4:2 --data y.csv -T 5,10")
	holds(t, works(t, dir, args...), "y.csv: 4 rows; standardized; clustering:4:2", "nothing speaks against",
		"11 files in new/out")
	made := contents(t, filepath.Join(dir, "new", "out"))
	if len(made) != 11 || !strings.Contains(made["report.html"], "nothing speaks against") {
		t.Errorf("%d files, want four of rows, a page with a verdict and three of each of two figures", len(made))
	}
	must.Say(t, made["report.html"], "breadboard protocol --toy clustering:4:2 --data y.csv -T 5,10<")
	works(t, dir, strings.Fields("protocol --out=o --toy clustering:4:2 --data y.csv -T 5 --sets 1")...)
	must.Say(t, textOf(t, dir, "o/report.html"), "breadboard protocol --toy clustering:4:2 --data y.csv -T 5 --sets 1<")
	works(t, dir, strings.Fields("score --zoo barrier,easy --kernel metropolis,perfect --function mean:1 --out out")...)
	made = contents(t, filepath.Join(dir, "out"))
	var steps []string
	for _, r := range readCSV(t, made["scores.csv"])[:10] {
		steps = append(steps, r["N"])
	}
	if strings.Join(steps, " ") != "10 20 50 100 200 500 1000 2000 5000 10000" ||
		made["boxes.png"] == "" || made["boxes.svg"] == "" {
		t.Errorf("the scores are %s", made["scores.csv"])
	}
}

// TestSampleSave: a file of runs is replaced by the next, and is not read as a chain. People read where the runs are.
func TestSampleSave(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy barrier --save runs/one.csv --chains 100 -T")
	works(t, dir, append(args, "3")...)
	holds(t, works(t, dir, append(args, "3,4")...), "Saved: runs/one.csv, 400 runs, one a row.")
	if rows := readCSV(t, textOf(t, dir, "runs/one.csv")); len(rows) != 400 {
		t.Errorf("%d rows, want 400", len(rows))
	}
	refused(t, program(t, dir, strings.Fields("validate --toy barrier runs/one.csv")...),
		"one.csv: a column direction beside cell is of runs, as sample --save writes them")
}
