package main

import (
	"math"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// A movedRow is a row of sample --exec --format json.
type movedRow struct {
	Quantity           string
	Chains             int
	Exact, Estimate, Z *float64
}

// moved runs the Python client and returns the rows by their quantities.
func moved(t *testing.T, args string) map[string]movedRow {
	t.Helper()
	python(t)
	var rows []movedRow
	worksJSON(t, &rows, "", append(strings.Fields("sample --toy barrier -T 20 "+args),
		"--exec", "python3 clients/metropolis.py")...)
	all := map[string]movedRow{}
	for _, r := range rows {
		all[r.Quantity] = r
	}
	return all
}

// A program that is metropolis has the estimates of metropolis, within four standard errors: by chance one quantity in
// 16,000 is farther off, and the seed is fixed. From the values of exact draws, which it may claim to make, it is far.
func TestSampleExec(t *testing.T) {
	rows := moved(t, "--kernel metropolis --chains 2000")
	for _, name := range []string{"e_log_w_fwd", "e_log_w_rev", "B", "log_r_lower", "ess", "chi_square"} {
		if r, ok := rows[name]; !ok || r.Z == nil || !(math.Abs(*r.Z) < 4) {
			t.Errorf("%s is %v, want a z within 4", name, r)
		}
	}
	if r := moved(t, "--kernel perfect --chains 2000")["e_log_w_fwd"]; !(math.Abs(*r.Z) > 4) {
		t.Errorf("E_fwd[log w] of metropolis is %v standard errors from that of perfect moves", *r.Z)
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

// On a large space exact numbers are left out beside few chains, with a line that says so and how to have them.
func TestSampleAlone(t *testing.T) {
	args := strings.Fields("sample --toy ising:4x4:0.4 -T 1000 --chains 100")
	alone := works(t, "", args...)
	must.Say(t, strings.Join(strings.Fields(alone), " "), "no exact numbers but log R",
		"breadboard exact has them.")
	if never := works(t, "", append(args, "--skip-exact")...); strings.Contains(never, "no exact numbers") {
		t.Errorf("said %s", never)
	}
}
