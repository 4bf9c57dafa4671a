package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// A movedRow is a row of sample --exec --format json.
type movedRow struct {
	Quantity string
	Z        *float64
}

// A program that is metropolis has the estimates of metropolis, within four standard errors: by chance one quantity in
// 16,000 is farther off, and the seed is fixed.
func TestSampleExec(t *testing.T) {
	python(t)
	var rows []movedRow
	worksJSON(t, &rows, "", append(strings.Fields("sample --toy barrier -T 20 --kernel metropolis --chains 2000"),
		"--exec", "python3 clients/metropolis.py")...)
	left := []string{"e_log_w_fwd", "e_log_w_rev", "B", "log_r_lower", "ess", "chi_square"}
	for _, r := range rows {
		left = slices.DeleteFunc(left, func(name string) bool { return name == r.Quantity })
		if r.Z != nil && !(math.Abs(*r.Z) < 4) {
			t.Errorf("%s has z = %v, want within 4", r.Quantity, *r.Z)
		}
	}
	if len(left) > 0 {
		t.Errorf("no rows of %v", left)
	}
}

// Any number of cores writes the same bytes. People read where the runs are, and that they are no chain.
func TestSampleSave(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy barrier -T 3,4 --chains 100 --save")
	onCores(t, 1)
	holds(t, works(t, dir, append(args, "runs/one.csv")...),
		"Saved: runs/one.csv, 400 runs, one a row.")
	onCores(t, 2)
	works(t, dir, append(args, "two.csv")...)
	if textOf(t, dir, "two.csv") != textOf(t, dir, "runs/one.csv") {
		t.Error("two runs write other bytes")
	}
	refused(t, program(t, dir, strings.Fields("validate --toy barrier two.csv")...),
		"two.csv: a column direction beside cell is of runs, as sample --save writes them")
}
