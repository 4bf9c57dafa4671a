package validation_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/experiments/validation"
)

// timed validates a candidate at beta = 1 and measures how fast it is.
func timed(t *testing.T, s validation.Candidate) validation.Validation {
	t.Helper()
	v, err := validation.At(t.Context(), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Measure(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if v.Last().Speed == nil {
		t.Fatal(v.Last().SpeedErr)
	}
	return v
}

// holds fails t for each condition that is false, by its name.
func holds(t *testing.T, of string, conditions map[string]bool) {
	t.Helper()
	for name, ok := range conditions {
		if !ok {
			t.Errorf("%s: not so: %s", of, name)
		}
	}
}

// If a chain does not leave the target invariant, its speed is towards the distribution
// that it does leave invariant, and a doubt says so.
func TestSpeedOfChainsThatAreNotInvariant(t *testing.T) {
	v := timed(t, validation.Seeded(validation.BugNamed("rare wrong jump")))
	s := v.Last().Speed
	if v.Balance != validation.Unbalanced {
		t.Errorf("it is %v", v.Balance)
	}
	if !(s.Gap > 0) {
		t.Errorf("the gap is %v, want more than 0", s.Gap)
	}
	if len(s.Doubts) != 1 {
		t.Fatalf("the doubts are %q, want one", s.Doubts)
	}
	if !strings.Contains(s.Doubts[0], "not invariant") {
		t.Errorf("the doubt is %q, want not invariant in it", s.Doubts[0])
	}
}

// A chain in pieces has no relaxation time.
func TestSpeedOfPieces(t *testing.T) {
	v := timed(t, subject(t, "easy", "identity", "linear", 3))
	s := v.Last().Speed
	holds(t, "a chain that never moves", map[string]bool{
		"every cell is a class":                      len(v.Last().Pattern.Classes) == 49,
		"the relaxation time is infinite":            math.IsInf(s.RelaxationTime, 1),
		"the gap is 0":                               s.Gap == 0,
		"no other cell is reached from the heaviest": len(v.Last().Pattern.Unreached) == 48,
		"it averages nothing":                        len(s.Functions) == 0,
	})
}
