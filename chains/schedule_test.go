package chains_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
)

// TestSigmoid holds the schedule to the two formulas of Section 6.2, worked by
// hand for T = 4, δ = 2: the argument of σ runs over -1, 0, 1, 2.
func TestSigmoid(t *testing.T) {
	σ := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	want := []float64{0, (σ(0) - σ(-1)) / (σ(2) - σ(-1)), (σ(1) - σ(-1)) / (σ(2) - σ(-1)), 1}
	for i, b := range chains.Sigmoid(2, 4).Betas() {
		if math.Abs(b-want[i]) > 1e-15 {
			t.Errorf("beta %d = %v, want %v", i+1, b, want[i])
		}
	}
}

// TestSigmoidIsFinerNearTheEnds, and close to linear where δ is small.
func TestSigmoidIsFinerNearTheEnds(t *testing.T) {
	s := chains.Sigmoid(4, 1000)
	first, middle, last := s.Beta(2), s.Beta(501)-s.Beta(500), 1-s.Beta(999)
	if !(first < middle/5 && last < middle/5) {
		t.Errorf("steps %v, %v, %v", first, middle, last)
	}
	for i, b := range chains.Sigmoid(1e-3, 11).Betas() {
		if math.Abs(b-chains.Linear(11).Beta(i+1)) > 1e-6 {
			t.Errorf("δ = 0.001: beta %d = %v", i+1, b)
		}
	}
}

func TestLinear(t *testing.T) {
	s := chains.Linear(5)
	for i, want := range []float64{0, 0.25, 0.5, 0.75, 1} {
		if s.Beta(i+1) != want {
			t.Errorf("beta %d = %v", i+1, s.Beta(i+1))
		}
	}
}

func TestNewSchedule(t *testing.T) {
	for _, c := range []struct {
		betas []float64
		says  string // "" where all is well
	}{
		{[]float64{0, 1}, ""},
		{[]float64{0, 0, 0.3, 0.3, 1, 1}, ""},
		{nil, "0 betas"},
		{[]float64{0}, "1 betas"},
		{[]float64{0.1, 1}, "beta 1 is 0.1; the first is 0"},
		{[]float64{0, 0.9}, "beta 2 is 0.9; the last is 1"},
		{[]float64{0, 0.5, 0.4, 1}, "beta 3 is 0.4, below beta 2, 0.5"},
		{[]float64{0, math.NaN(), 1}, "beta 2 is NaN"},
		{[]float64{0, 1.5, 1}, "beta 2 is 1.5"},
		{[]float64{0, math.Inf(1)}, "beta 2 is +Inf"},
	} {
		_, err := chains.NewSchedule(c.betas)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want %q", c.betas, err, c.says)
		}
	}
}

// TestScheduleKeeps: a schedule is not changed through the slices it came from or
// gives out.
func TestScheduleKeeps(t *testing.T) {
	in := []float64{0, 0.5, 1}
	s, err := chains.NewSchedule(in)
	if err != nil {
		t.Fatal(err)
	}
	in[1] = 0.9
	s.Betas()[1] = 0.1
	if s.Beta(2) != 0.5 {
		t.Errorf("beta 2 is now %v", s.Beta(2))
	}
}
