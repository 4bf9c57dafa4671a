package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// roundedSpeed holds what --format json says of how fast a rounded matrix is.
type roundedSpeed struct {
	Gap, Slem, Kemeny *float64
	Period            *int
	Classes           []struct{ States []int }
	Stationary        []float64
}

// A matrix in single precision has all that is known of how fast it is, with the
// tolerance; without, its rows are no probabilities: the classes and the period are
// known all the same, and people are told why the rest is not.
func TestValidateSpeedWithTolerance(t *testing.T) {
	single := func(_, _ int, p float64) float64 { return float64(float32(p)) }
	dir := files(t, map[string]string{
		"wall.csv":  inputs["wall.csv"],
		"k.csv":     matrixCSV(t, "metropolis", 1, single),
		"exact.csv": matrixCSV(t, "metropolis", 1, nil),
	})
	of := func(code int, args ...string) (roundedSpeed, string) { return toleratedSpeed(t, dir, code, args...) }
	want, _ := of(0, "--matrix", "exact.csv")
	s, people := of(0, "--matrix", "k.csv", "--tolerance", "1e-6")
	for name, v := range map[string]*float64{"gap": s.Gap, "SLEM": s.Slem, "Kemeny constant": s.Kemeny} {
		if v == nil {
			t.Fatalf("with the tolerance there is no %s", name)
		}
	}
	if len(s.Stationary) != 6 {
		t.Errorf("%d stationary probabilities, want 6", len(s.Stationary))
	}
	oneClass(t, s)
	// entries have relative errors of 2^-24, and so has 1 - lambda, times a few
	if math.Abs(*s.Gap / *want.Gap - 1) > 1e-6 {
		t.Errorf("the gap is %v, exactly %v", *s.Gap, *want.Gap)
	}
	if math.Abs(*s.Kemeny / *want.Kemeny - 1) > 1e-6 {
		t.Errorf("Kemeny's constant is %v, exactly %v", *s.Kemeny, *want.Kemeny)
	}
	if !strings.Contains(people, "invariant to within the tolerance") {
		t.Errorf("people do not read of the tolerance: %s", people)
	}
	s, people = of(1, "--matrix", "k.csv")
	if s.Gap != nil {
		t.Errorf("without the tolerance the gap is %v, want none", *s.Gap)
	}
	oneClass(t, s)
	if !strings.Contains(people, "how fast the chain is at beta = 1 is left out: the row of") {
		t.Errorf("people do not read why there is no gap: %s", people)
	}
}

// toleratedSpeed validates the target in dir: as JSON, and as people read it, in one line.
func toleratedSpeed(t *testing.T, dir string, code int, args ...string) (s roundedSpeed, people string) {
	t.Helper()
	args = append([]string{"validate", "--target", "wall.csv"}, args...)
	r := program(t, dir, append(args, "--format", "json")...)
	if r.code != code {
		t.Fatalf("%v: exit %d, want %d: %s", args, r.code, code, r.stderr)
	}
	if err := json.Unmarshal([]byte(r.stdout), &s); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return s, strings.Join(strings.Fields(program(t, dir, args...).stdout), " ")
}

// oneClass checks that the states are one class of period 1.
func oneClass(t *testing.T, s roundedSpeed) {
	t.Helper()
	if len(s.Classes) != 1 {
		t.Errorf("%d classes, want 1", len(s.Classes))
	}
	if s.Period == nil || *s.Period != 1 {
		t.Error("the period is not 1")
	}
}

// Digits that were not written are forgiven where that is asked for, and a fault
// larger than that is not.
func TestValidateTolerance(t *testing.T) {
	rounded := func(_, _ int, p float64) float64 { return math.Round(p*1e6) / 1e6 }
	dir := files(t, map[string]string{
		"wall.csv":   inputs["wall.csv"],
		"short.csv":  matrixCSV(t, "metropolis", 1, rounded),
		"broken.csv": matrixCSV(t, "metropolis", 1, offBy1e6),
	})
	for _, c := range []struct {
		file, tolerance string
		code            int
	}{{"short.csv", "0", 1}, {"short.csv", "1e-4", 0}, {"broken.csv", "1e-9", 1}} {
		r := program(t, dir, "validate", "--target", "wall.csv", "--matrix", c.file, "--tolerance", c.tolerance)
		if r.code != c.code {
			t.Errorf("%s with the tolerance %s: exit %d, want %d: %s", c.file, c.tolerance, r.code, c.code, r.stdout)
		}
	}
}
