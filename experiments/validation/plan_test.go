package validation_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
)

// The level is shared among all tests there are and all looks at them, so more betas take
// more moves of each kind. The plan counts the tests that are made, and the outcomes of the
// kernel that is declared: four of Metropolis on 2x3.
func TestPlanSharesTheLevel(t *testing.T) {
	for _, c := range []struct {
		declared chains.Kernel
		betas    []float64
		tests    int
	}{
		{kernels.Metropolis{}, nil, 3*(4+6) + 1},
		{kernels.Metropolis{}, []float64{1}, 4 + 6},
		{nil, []float64{1}, 4},
	} {
		o := validation.Sampling{Budget: 1e6, Chains: 200, Fault: 0.1, Level: 0.001, Power: 0.9}
		v, err := small(c.declared).Sample(t.Context(), newBentStepper(1, 3), c.betas, o)
		if err != nil {
			t.Fatal(err)
		}
		notes, level := strings.Join(v.Notes, "\n"), 0.001/float64(3*c.tests)
		for _, want := range []string{
			fmt.Sprintf("corrected for %d tests (Holm) and 3 looks", c.tests),
			fmt.Sprintf("by %s steps", text.Thousands(evidence.Needed(0.1, 6, level, 0.9))),
			fmt.Sprintf("worth %s draws", text.Thousands(evidence.NeededForBalance(0.1, 6, level, 0.9))),
		} {
			if !strings.Contains(notes, want) {
				t.Errorf("%d tests: %q is not in %q", c.tests, want, notes)
			}
		}
		rows := fmt.Sprintf("%s moves from each cell, of which the declared kernel has 4 outcomes",
			text.Thousands(evidence.Needed(0.1, 4, level, 0.9)))
		if strings.Contains(notes, rows) != (c.declared != nil) {
			t.Errorf("%d tests: declared %v, and in the notes: %q", c.tests, c.declared, notes)
		}
	}
}
