package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// enclosed holds a number in JSON with the ends between which it lies.
type enclosed struct{ Value, Low, High *float64 }

// large validates a ring of 13 spins, a space whose matrix does not fit.
var large = []string{"validate", "--toy", "ising:1x13:0.4", "--kernel", "heat-bath", "--beta", "1"}

// largeValidation holds the JSON of a space whose matrix is not written out.
type largeValidation struct {
	OK         bool
	Gap        float64
	Relaxation float64 `json:"relaxation_time"`
	Kemeny     *float64
	Laws       []struct{ Name string }
	Bounds     struct {
		Gap, SLEM enclosed
		MixingLow int `json:"mixing_time_low"`
		Mixing    int `json:"mixing_time_high"`
		Average   int `json:"mixing_time_average_high"`
		Functions []struct {
			Name string
			IAT  enclosed
		}
	}
	Notes []string
}

// TestValidateLarge: if the matrix does not fit, scripts and people get the ends of the
// spectrum. On Glauber's ring the gap is (1 - tanh 2K)/n, and no spin has a longer IAT
// than the magnetisation, 2/gap - 1.
func TestValidateLarge(t *testing.T) {
	const n, coupling = 13, 0.4
	gap := (1 - math.Tanh(2*coupling)) / n
	out := works(t, t.TempDir(), append(large, "--format", "json")...)
	var v largeValidation
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	b := v.Bounds
	holdsAll(t, v)
	if b.Gap.Low == nil {
		t.Fatalf("the gap has no bounds: %s", out)
	}
	if b.SLEM.High == nil {
		t.Fatalf("the SLEM has no bounds: %s", out)
	}
	// Relative errors of a sum of squares; the other end is asked to be within 1e-10.
	if !(*b.Gap.Low <= gap*(1+1e-12) && gap <= *b.Gap.High*(1+1e-12) && *b.Gap.High-*b.Gap.Low < 1e-9*gap) {
		t.Errorf("a gap of %.15g, said to be from %.15g to %.15g", gap, *b.Gap.Low, *b.Gap.High)
	}
	if v.Gap != *b.Gap.Value {
		t.Errorf("the gap is %v, and %v among the bounds", v.Gap, *b.Gap.Value)
	}
	if math.Abs(v.Relaxation*gap-1) > 1e-9 {
		t.Errorf("relaxation time %g, want %g", v.Relaxation, 1/gap)
	}
	if !(b.MixingLow < b.Average && b.Average <= b.Mixing) {
		t.Errorf("mixing from %d to %d, on average %d", b.MixingLow, b.Mixing, b.Average)
	}
	if len(b.Functions) < 3 {
		t.Fatalf("%d functions, want 3 or more", len(b.Functions))
	}
	if iat := *b.Functions[1].IAT.High; iat > 2/gap-1 {
		t.Errorf("the IAT of %s is up to %g, want up to %g", b.Functions[1].Name, iat, 2/gap-1)
	}
}

// holdsAll fails t unless all laws are kept, and what takes the matrix is left out.
func holdsAll(t *testing.T, v largeValidation) {
	t.Helper()
	if !v.OK {
		t.Error("a law is broken")
	}
	if len(v.Laws) != 9 {
		t.Errorf("%d laws, want 9", len(v.Laws))
	}
	if v.Kemeny != nil {
		t.Errorf("Kemeny's constant is %v, want none", *v.Kemeny)
	}
	if len(v.Notes) != 2 {
		t.Errorf("notes %q, want two", v.Notes)
	}
}

// What people read of a large space names the laws and the bounds, in 80 columns.
func TestValidateLargeInWords(t *testing.T) {
	text := works(t, t.TempDir(), large...)
	for _, says := range []string{
		"keeps all 9 laws: reversible",
		"How fast, at beta = 1",
		"relaxation time",
		"mixing, worst",
		"the mixing time is bounded",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), says) {
			t.Errorf("%q is not in\n%s", says, text)
		}
	}
	for line := range strings.Lines(text) {
		if len([]rune(line)) > 81 {
			t.Errorf("%d columns: %s", len([]rune(line))-1, line)
		}
	}
}

// A whole annealing and pictures need a small space; nobody is asked for --yes if
// what follows is refused.
func TestValidateLargeRefuses(t *testing.T) {
	r := program(t, t.TempDir(), "validate", "--toy", "ising:1x13:0.4", "--kernel", "heat-bath")
	refused(t, r, "8192 cells; up to 4096", "--beta 1")
	for _, more := range []string{"", "--yes", "--beta 1 --pictures here"} {
		r := program(t, t.TempDir(), strings.Fields("validate --toy ising:1x19:0.4 --kernel heat-bath "+more)...)
		refused(t, r, "524288 cells; up to 4096")
		if strings.Contains(r.stderr, "goes on") {
			t.Errorf("%q: --yes is asked for: %s", r.args, r.stderr)
		}
	}
	refused(t, program(t, t.TempDir(), append(large, "--pictures", "here")...), "--pictures")
}
