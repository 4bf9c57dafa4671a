package validation_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// A stepper shows samples of a kernel of the catalogue.
type stepper struct {
	op    chains.Operator
	level *chains.Level
	dice  chains.Dice
	left  int // lines until it fails; it never fails if negative
}

func (m *stepper) Aim(_ context.Context, beta float64, _ []float64) error {
	m.level.Move(1, beta)
	m.op.Aim(m.level)
	return nil
}

var errStepper = errors.New("it ended")

func (m *stepper) Move(_ context.Context, next, states []int) error {
	if m.left--; m.left == 0 {
		return errStepper
	}
	for i, x := range states {
		next[i] = m.op.Step(x, m.dice)
	}
	return nil
}

func watched(t *testing.T, kernel chains.Kernel, left int) (validation.Validation, error) {
	t.Helper()
	c := subject(t, "barrier", "metropolis", "linear", 4)
	m := &stepper{kernel.On(c.Grid), c.NewLevel(), sample.Seeded(29), left}
	return c.Sample(t.Context(), m, nil, validation.Sampling{Budget: 1e6, Chains: 500, Fault: 0.1, Level: 0.001,
		Power: 0.9, Seed: 1})
}

// round goes from cell 0 to 1, from 1 to 2 and from 2 to 0, each with half of the
// least of their masses: p is invariant, and nothing flows back.
func round(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	if x < 3 {
		visit((x+1)%3, math.Exp(min(logf[0], logf[1], logf[2])-logf[x])/2)
	}
}

// By samples alone a kernel that goes round is seen not to be reversible, once and
// with a pair of cells, and breaks no law of invariance; reversible kernels are not accused.
func TestReversibleBySamples(t *testing.T) {
	for name, c := range map[string]struct {
		kernel     chains.Kernel
		reversible bool
	}{
		"metropolis": {kernels.Metropolis{}, true},
		"heat bath":  {kernels.HeatBath{}, true},
		"round":      {kernels.Rows{To: round}, false},
	} {
		v, err := watched(t, c.kernel, -1)
		if err != nil {
			t.Fatal(err)
		}
		notes := 0
		for _, n := range v.Notes {
			if strings.Contains(n, "the kernel is not reversible") {
				notes++
				for _, says := range []string{"at beta = ", "go from cell ", "and 0 back"} {
					if !strings.Contains(n, says) {
						t.Errorf("%s: %q is not in %q", name, says, n)
					}
				}
			}
		}
		for _, l := range v.Broken() {
			if l.Law != laws.Connected || c.reversible { // what goes round stays in its row
				t.Errorf("%s: %v", name, l)
			}
		}
		want := 1
		if c.reversible {
			want = 0
		}
		if notes != want {
			t.Errorf("%s: it is noted %d times that it is not reversible, want %d", name, notes, want)
		}
	}
}

// A program that fails in the middle is an error, and not a verdict.
func TestWatchFails(t *testing.T) {
	for left := 1; left <= 8; left++ {
		if _, err := watched(t, kernels.Metropolis{}, left); !errors.Is(err, errStepper) {
			t.Errorf("failing at line %d: %v", left, err)
		}
	}
}
