package validation_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/experiments/validation"
)

// The level is shared among all tests there are, so more betas take more moves of
// each kind; the plan counts the tests that are made, and the outcomes of the kernel
// that is declared: four of Metropolis on 2x3.
func TestPlanSharesTheLevel(t *testing.T) {
	o := validation.Sampling{Moves: 12000, Fault: 0.1, Level: 0.001, Power: 0.9}
	s := small(kernels.Metropolis{})
	v, err := s.Sample(t.Context(), newBentStepper(1, 3), o, 200, nil)
	if err != nil {
		t.Fatal(err)
	}
	const tests = 3*(4+6) + 1
	plan := s.Plan(o, nil, 200)
	notes := strings.Join(v.Notes, "\n")
	for _, want := range []string{"over 31 tests at most (Holm)", "4 outcomes at most",
		fmt.Sprintf("takes %d steps", evidence.Needed(0.1, 6, 0.001/tests, 0.9)),
		fmt.Sprintf("worth %d draws", evidence.NeededForBalance(0.1, 6, 0.001/tests, 0.9)),
		fmt.Sprintf("cell %d moves", evidence.Needed(0.1, 4, 0.001/tests, 0.9))} {
		if !strings.Contains(plan, want) {
			t.Errorf("%q is not in %q", want, plan)
		}
	}
	if !strings.Contains(notes, plan) {
		t.Errorf("%q is not in the notes %q", plan, notes)
	}
	if !strings.Contains(notes, "corrected for 31 tests") {
		t.Error(notes)
	}
	if one := s.Plan(o, []float64{1}, 0); !strings.Contains(one, "over 10 tests") {
		t.Error(one)
	}
	none := small(nil).Plan(o, []float64{1}, 0)
	if !strings.Contains(none, "over 4 tests") {
		t.Errorf("none declared: the tests are not 4: %s", none)
	}
	if strings.Contains(none, "outcomes") {
		t.Errorf("none declared, and outcomes are counted: %s", none)
	}
}
