package validation

import (
	"regexp"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/experiments/validation/seeded"
	"breadboard/grid/must"
)

// metropolis is the kernel that most seeded bugs claim to be.
var metropolis = kernels.Metropolis{}

// Seeded is the candidate that has the bug in its kernel or in its matrices.
func Seeded(b seeded.Bug) Candidate {
	a := b.Annealing()
	return Candidate{Name: b.Name, Annealing: a, Base: a, Declared: b.Declares(), Given: b.Given()}
}

// byMatrices is what Run says of the annealing with this bug. Two tests ask for it, and it is run once.
func byMatrices(t *testing.T, b seeded.Bug) Validation {
	t.Helper()
	v, known := ranByMatrices[b.Name]
	if !known {
		v = must.Have(Run(t.Context(), Seeded(b), nil))(t)
		ranByMatrices[b.Name] = v
	}
	return v
}

var ranByMatrices = map[string]Validation{}

// TestSeededKernels: every bug that is in a kernel is caught by the law that is to catch it, with a witness that is the
// bug's place, and its cause is named. The annealing that it was put into is not accused. The study of seeded bugs
// holds those that are in how programs start and weigh their chains.
func TestSeededKernels(t *testing.T) {
	held := 0
	for _, b := range append([]seeded.Bug{{}}, seeded.Bugs...) {
		if b.Kernel == nil && b.Name != "" {
			continue
		}
		held++
		v := byMatrices(t, b)
		if b.Name == "" {
			if !v.OK() {
				t.Errorf("without a bug: %s", v.Verdict())
			}
			continue
		}
		cause := ""
		if v.Cause != nil {
			cause = v.Cause.Name
		}
		caught := v.finding(b.Caught)
		switch {
		case caught == nil || caught.OK:
			t.Errorf("%s: %q does not catch it: %s", b.Name, b.Caught, v.Verdict())
		case !regexp.MustCompile(b.Witness).MatchString(caught.Witness):
			t.Errorf("%s: the witness %q is not the bug's", b.Name, caught.Witness)
		case cause != b.Cause || cause != "" && !strings.HasSuffix(v.Verdict(), "; likely cause: "+v.Cause.Says):
			t.Errorf("%s: the cause is %q, want %q: %s", b.Name, cause, b.Cause, v.Verdict())
		}
	}
	if held < 20 {
		t.Errorf("only %d bugs are in kernels", held)
	}
}
