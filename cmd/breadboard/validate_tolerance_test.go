package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// A matrix in single precision has all that is known of how fast it is, with the
// tolerance; without, its rows are no probabilities: the classes and the period are
// known all the same, and people are told why the rest is not.
func TestValidateSpeedWithTolerance(t *testing.T) {
	single := func(_, _ int, p float64) float64 { return float64(float32(p)) }
	dir := files(t, map[string]string{"wall.csv": inputs["wall.csv"], "k.csv": matrixCSV(t, "metropolis", 1, single), "exact.csv": matrixCSV(t, "metropolis", 1, nil)})
	type speed struct {
		Gap, Slem, Kemeny *float64
		Period            *int
		Classes           []struct{ States []int }
		Stationary        []float64
		Doubts            []string
	}
	of := func(code int, args ...string) (s speed, people string) {
		args = append([]string{"validate", "--target", "wall.csv"}, args...)
		r := program(t, dir, append(args, "--format", "json")...)
		if err := json.Unmarshal([]byte(r.stdout), &s); err != nil || r.code != code {
			t.Fatalf("%v: exit %d, %v: %s", args, r.code, err, r.stderr)
		}
		return s, strings.Join(strings.Fields(program(t, dir, args...).stdout), " ")
	}
	want, _ := of(0, "--matrix", "exact.csv")
	s, people := of(0, "--matrix", "k.csv", "--tolerance", "1e-6")
	if s.Gap == nil || s.Slem == nil || s.Kemeny == nil || s.Period == nil || *s.Period != 1 || len(s.Classes) != 1 || len(s.Stationary) != 6 {
		t.Fatalf("%+v", s)
	}
	// entries have relative errors of 2^-24, and so has 1 - lambda, times a few
	if math.Abs(*s.Gap / *want.Gap - 1) > 1e-6 || math.Abs(*s.Kemeny / *want.Kemeny - 1) > 1e-6 || !strings.Contains(people, "invariant to within the tolerance") {
		t.Errorf("gap %v, exactly %v; Kemeny %v, exactly %v: %s", *s.Gap, *want.Gap, *s.Kemeny, *want.Kemeny, people)
	}
	s, people = of(1, "--matrix", "k.csv")
	if s.Gap != nil || len(s.Classes) != 1 || s.Period == nil || *s.Period != 1 || !strings.Contains(people, "how fast the chain is at beta = 1 is left out: the row of") {
		t.Errorf("%+v: %s", s, people)
	}
}
