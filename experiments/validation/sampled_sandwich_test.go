package validation_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
)

// jumper draws from a power of the density: too high a one at beta = 1/2, one below 0
// at beta = 1. Its estimates cross.
type jumper struct {
	dice chains.Dice
	w    []float64
	bend map[float64]float64
}

func (j *jumper) Aim(_ context.Context, beta float64, logf []float64) error {
	j.w = make([]float64, len(logf))
	for x, v := range logf {
		j.w[x] = math.Exp(j.bend[beta] * v)
	}
	return nil
}

func (j *jumper) Move(_ context.Context, next, states []int) error {
	for i := range states {
		next[i] = j.dice.Pick(j.w)
	}
	return nil
}

// The sandwich names the step at which each side first breaks. Forward that is 3:
// what is weighed at step 2 are draws of p_1. In reverse it is 2: what is weighed first
// was moved at beta = 1. A sound kernel has no such step.
func TestTheStepAtWhichTheSandwichBreaks(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Chains: 5000, Fault: 0.1, Level: 0.001, Power: 0.9}
	sandwich := func(bend map[float64]float64) laws.Finding {
		v, err := small(nil).Sample(t.Context(), &jumper{dice: sample.Seeded(4), bend: bend}, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range v.Laws {
			if l.Law == laws.SeenSandwich {
				return l
			}
		}
		t.Fatal("the sandwich is not among the laws")
		return laws.Finding{}
	}
	l := sandwich(map[float64]float64{0: 1, 0.5: 8, 1: -3})
	if l.OK {
		t.Error("a broken sandwich is kept")
	}
	for _, says := range []string{
		"forward it first breaks at step 3 (beta = 1)",
		"in reverse it first breaks at step 2 (beta = 0.5)",
	} {
		if !strings.Contains(l.Witness, says) {
			t.Errorf("the witness is %q, want %q in it", l.Witness, says)
		}
	}
	l = sandwich(map[float64]float64{0: 1, 0.5: 1, 1: 1})
	if !l.OK {
		t.Errorf("a sound kernel's sandwich is broken: %s", l.Witness)
	}
	if strings.Contains(l.Witness, "breaks") {
		t.Errorf("a sound kernel's witness is %q, want no step that breaks", l.Witness)
	}
}
