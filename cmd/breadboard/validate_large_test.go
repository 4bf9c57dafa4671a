package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// An enclosed is a number in JSON with the ends between which it lies.
type enclosed struct{ Value, Low, High *float64 }

// TestValidateLarge: of a space whose matrix does not fit the ends of the spectrum are
// told, for scripts and for people: on Glauber's ring the gap is (1 - tanh 2K)/n and
// the IAT of a spin at most that of the magnetisation, 2/gap - 1.
func TestValidateLarge(t *testing.T) {
	const n, coupling = 13, 0.4
	gap := (1 - math.Tanh(2*coupling)) / n
	args := []string{"validate", "--toy", "ising:1x13:0.4", "--kernel", "heat-bath", "--beta", "1"}
	out := works(t, t.TempDir(), append(args, "--format", "json")...)
	var v struct {
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
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	b := v.Bounds
	if !v.OK || len(v.Laws) != 7 || v.Kemeny != nil || len(v.Notes) != 2 || b.Gap.Low == nil || b.SLEM.High == nil {
		t.Fatal(out)
	}
	// Relative errors of a sum of squares; the other end is asked to be within 1e-10.
	if !(*b.Gap.Low <= gap*(1+1e-12) && gap <= *b.Gap.High*(1+1e-12) && *b.Gap.High-*b.Gap.Low < 1e-9*gap && v.Gap == *b.Gap.Value) {
		t.Errorf("a gap of %.15g, said to be from %.15g to %.15g", gap, *b.Gap.Low, *b.Gap.High)
	}
	if math.Abs(v.Relaxation*gap-1) > 1e-9 || !(b.MixingLow < b.Average && b.Average <= b.Mixing) || len(b.Functions) < 3 || *b.Functions[1].IAT.High > 2/gap-1 {
		t.Errorf("relaxation time %g, mixing from %d to %d, on average %d, %+v", v.Relaxation, b.MixingLow, b.Mixing, b.Average, b.Functions)
	}

	text := works(t, t.TempDir(), args...)
	for _, says := range []string{"keeps all 7 laws: reversible", "How fast, at beta = 1", "relaxation time", "mixing, worst", "the mixing time, which is bounded"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), says) {
			t.Errorf("%q is not in\n%s", says, text)
		}
	}
	for line := range strings.Lines(text) {
		if len([]rune(line)) > 81 {
			t.Errorf("%d columns: %s", len([]rune(line))-1, line)
		}
	}

	r := program(t, t.TempDir(), "validate", "--toy", "ising:1x13:0.4", "--kernel", "heat-bath")
	if r.code != 2 || !strings.Contains(r.stderr, "8192 cells; up to 4096") || !strings.Contains(r.stderr, "--beta 1") || r.stdout != "" {
		t.Errorf("an annealing: exit %d: %s", r.code, r.stderr)
	}
	// Nobody is asked for --yes where what follows is refused.
	for _, more := range [][]string{nil, {"--yes"}, {"--beta", "1", "--pictures", "here"}} {
		r = program(t, t.TempDir(), append([]string{"validate", "--toy", "ising:1x19:0.4", "--kernel", "heat-bath"}, more...)...)
		if r.code != 2 || !strings.Contains(r.stderr, "524288 cells; up to 4096") || strings.Contains(r.stderr, "goes on") {
			t.Errorf("%v: exit %d: %s", more, r.code, r.stderr)
		}
	}
	r = program(t, t.TempDir(), append(args, "--pictures", "here")...)
	if r.code != 2 || !strings.Contains(r.stderr, "--pictures") {
		t.Errorf("pictures: exit %d: %s", r.code, r.stderr)
	}
}
