package main

import (
	"math"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// Each estimate stands beside what exact says, within six standard errors (by chance 2e-9 of the time, and the seed is
// fixed), and the seed fixes every digit on any number of cores.
func TestSampleJSON(t *testing.T) {
	args := strings.Fields("sample --toy barrier -T 30 --chains 5000 --mc-seed 5 --format json")
	out := works(t, "", args...)
	onCores(t, 1)
	if works(t, "", args...) != out {
		t.Error("one core gives other numbers")
	}
	var rows []struct {
		Target, Quantity              string
		T, Chains                     int
		MCSeed                        int `json:"mc_seed"`
		Exact, Estimate, Stderr, Z, P *float64
	}
	decode(t, result{stdout: out}, 0, &rows)
	c := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	truth := must.Have(exact.Run(t.Context(), at(t, c, 30)))(t)
	want := map[string]float64{"e_log_w_fwd": truth.FwdLogW(), "e_log_w_rev": truth.RevLogW(), "B": truth.B(),
		"log_r_lower": truth.LogR, "log_r_upper": truth.LogR, "mean_w": 1, "mean_inv_w": 1, "ess": truth.ESS}
	for _, r := range rows {
		if r.Target != "barrier" || r.T != 30 || r.Chains != 5000 || r.MCSeed != 5 {
			t.Errorf("%+v", r)
		}
		exact, known := want[r.Quantity]
		if delete(want, r.Quantity); !known {
			continue
		}
		if math.Abs(*r.Exact-exact) > 1e-9 || !(math.Abs(*r.Z) < 6) || !(*r.P > 1e-9) ||
			math.Abs(*r.Estimate-*r.Exact-*r.Z**r.Stderr) > 1e-9 {
			t.Errorf("%s is exactly %v, want %v; z = %v and p = %v", r.Quantity, *r.Exact, exact, *r.Z, *r.P)
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows of %v", want)
	}
}

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
	refused(t, program(t, "", append(args, "--skip-exact", "--pictures", "drawn")...))
	each := works(t, "", strings.Fields("sample --toy easy --seed 1..2 -T 5 --chains 9 --skip-exact --format csv")...)
	for row := range strings.Lines(each) {
		if strings.Contains(row, ",B,") && !strings.Contains(row, ",B,,") {
			t.Errorf("an exact number without one: %s", row)
		}
	}
}
