package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
)

// People are told what the marks do to an ESS; programs get the rows alone.
func TestSampleTellsOfSelection(t *testing.T) {
	const says = "An ESS is marked (!) if one weight"
	for format, want := range map[string]bool{"table": true, "markdown": true, "csv": false, "json": false} {
		out := works(t, "", "sample", "--toy", "barrier", "-T", "3", "--chains", "100", "--format", format)
		if got := strings.Contains(out, says); got != want {
			t.Errorf("%s: the note is there: %v, want %v: %s", format, got, want, out)
		}
	}
}

// A sampleRow is a row of JSON at T = 30, with 20,000 chains and the mc_seed 5.
type sampleRow struct {
	Target, Quantity              string
	T, Chains                     int
	MCSeed                        int `json:"mc_seed"`
	Exact, Estimate, Stderr, Z, P *float64
	BootstrapLow                  *float64 `json:"bootstrap_low"`
	BootstrapHigh                 *float64 `json:"bootstrap_high"`
}

// check compares the row with the exact value.
func (r sampleRow) check(t *testing.T, exact float64) {
	t.Helper()
	if r.Target != "barrier" {
		t.Errorf("%s: the target is %s", r.Quantity, r.Target)
	}
	if r.T != 30 {
		t.Errorf("%s: T = %d, want 30", r.Quantity, r.T)
	}
	if r.Chains != 20000 {
		t.Errorf("%s: %d chains, want 20000", r.Quantity, r.Chains)
	}
	if r.MCSeed != 5 {
		t.Errorf("%s: mc_seed %d, want 5", r.Quantity, r.MCSeed)
	}
	if math.Abs(*r.Exact-exact) > 1e-9 {
		t.Errorf("%s is exactly %v, want %v", r.Quantity, *r.Exact, exact)
	}
	if !(math.Abs(*r.Z) < 6) {
		t.Errorf("%s: z is %v, want from -6 to 6", r.Quantity, *r.Z)
	}
	if off := *r.Estimate - *r.Exact; math.Abs(off-*r.Z**r.Stderr) > 1e-9 {
		t.Errorf("%s is off by %v; z times stderr is %v", r.Quantity, off, *r.Z**r.Stderr)
	}
	if !(*r.P > 1e-9) {
		t.Errorf("%s: p is %v, want more than 1e-9", r.Quantity, *r.P)
	}
	if r.Quantity == "B" && !(*r.BootstrapLow < *r.Estimate && *r.Estimate < *r.BootstrapHigh) {
		t.Errorf("bootstrap interval [%v, %v] of %v", *r.BootstrapLow, *r.BootstrapHigh, *r.Estimate)
	}
}

// sampled returns the exact value of each quantity of TestSampleJSON.
func sampled(t *testing.T) map[string]float64 {
	t.Helper()
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), at(t, c, 30))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]float64{
		"e_log_w_fwd": truth.FwdLogW(),
		"e_log_w_rev": truth.RevLogW(),
		"B":           truth.B(),
		"log_r_lower": truth.LogR,
		"log_r_upper": truth.LogR,
		"mean_w":      1,
		"mean_inv_w":  1,
		"ess":         truth.ESS,
		"chi_square":  math.NaN(),
	}
}

// Each estimate stands beside what exact says, within six standard errors (by
// chance 2e-9 of the time, and the seed is fixed), and the seed fixes every digit
// for any number of workers.
func TestSampleJSON(t *testing.T) {
	args := []string{"sample", "--toy", "barrier", "-T", "30", "--chains", "20000", "--mc-seed", "5", "--format", "json"}
	out := works(t, t.TempDir(), args...)
	if again := works(t, t.TempDir(), append(args, "--workers", "1")...); again != out {
		t.Error("one worker gives other numbers")
	}
	var rows []sampleRow
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	want := sampled(t)
	for _, r := range rows {
		exact, ok := want[r.Quantity]
		delete(want, r.Quantity)
		if !ok {
			t.Errorf("%s is unknown, or comes twice", r.Quantity)
		}
		r.check(t, exact)
	}
	if len(want) > 0 {
		t.Errorf("no rows of %v", want)
	}
}
