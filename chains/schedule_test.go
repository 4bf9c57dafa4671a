package chains_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestPowerLaw(t *testing.T) {
	for k, want := range map[float64][]float64{
		1:   {0, 0.25, 0.5, 0.75, 1},
		2:   {0, 0.0625, 0.25, 0.5625, 1},
		0.5: {0, 0.5, math.Sqrt(0.5), math.Sqrt(0.75), 1},
	} {
		for i, b := range chains.PowerLaw(k, 5).Betas() {
			if math.Abs(b-want[i]) > 1e-15 {
				t.Errorf("K = %v: beta %d = %v, want %v", k, i+1, b, want[i])
			}
		}
	}
}

// TestGeometricSteps: the ratio of any step to the one before is the same, and
// that of the last to the first the one asked for, also next to 1, where beta
// differs from the linear schedule by (ratio-1) s (1-s) / 2 and less.
func TestGeometricSteps(t *testing.T) {
	for _, ratio := range []float64{1e-3, 0.5, 2, 10, 1e8} {
		s := chains.GeometricSteps(ratio, 6)
		step := func(i int) float64 { return s.Beta(i+1) - s.Beta(i) }
		if got := step(5) / step(1); math.Abs(got/ratio-1) > 1e-6 { // betas near 1 have steps of few digits
			t.Errorf("ratio %v: last over first is %v", ratio, got)
		}
		for i := 2; i <= 5; i++ {
			if got := step(i) / step(i-1); math.Abs(got/math.Pow(ratio, 0.25)-1) > 1e-6 {
				t.Errorf("ratio %v: step %d over the one before is %v", ratio, i, got)
			}
		}
	}
	for _, e := range []float64{1e-15, 1e-9, -1e-9, 0} {
		for i, b := range chains.GeometricSteps(1+e, 11).Betas() {
			s := float64(i) / 10
			// to first order: g = 1 + e/9 and ten steps
			if want := s - e*s*(1-s)*10/18; math.Abs(b-want) > 4e-16+e*e { // a few roundings, and the second order
				t.Errorf("ratio 1%+v: beta %d = %v, want %v", e, i+1, b, want)
			}
		}
	}
	if diff := cmp.Diff([]float64{0, 1}, chains.GeometricSteps(7, 2).Betas()); diff != "" {
		t.Error(diff)
	}
}

// TestScheduleFamilies: whatever parameter a catalogued family takes, it makes a
// schedule of any length, and does not panic.
func TestScheduleFamilies(t *testing.T) {
	for _, e := range chains.Schedules {
		extremes := []float64{0}
		if e.Make.Param != "" {
			extremes = nil
			for exponent := -120; exponent <= 120; exponent++ {
				if v := math.Pow(10, float64(exponent)); e.Make.Valid(v) {
					extremes = append(extremes, v, min(v*1.7, v*3))
				}
			}
			v, err := strconv.ParseFloat(e.Make.Example, 64)
			if err != nil {
				t.Errorf("%s has the example %s, which is no number", e.Name, e.Make.Example)
			}
			if !e.Make.Valid(v) {
				t.Errorf("%s does not take its example %s", e.Name, e.Make.Example)
			}
			for _, v := range []float64{math.NaN(), inf, -inf, -1, 0} {
				if e.Make.Valid(v) {
					t.Errorf("%s takes %v", e.Name, v)
				}
			}
		}
		for _, v := range extremes {
			if e.Make.Valid != nil && !e.Make.Valid(v) {
				continue
			}
			for _, T := range []int{2, 3, 4, 1000} {
				if s := e.Make.Of(v, T); s.Len() != T {
					t.Errorf("%s of %v: %d betas, not %d", e.Name, v, s.Len(), T)
				}
			}
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
		refusal(t, fmt.Sprint(c.betas), err, c.says)
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

// A resampled schedule is the curve through its betas: itself at its own T, its own betas at every
// second level of twice as many steps, with means between them, and every second beta of it at half.
func TestResampled(t *testing.T) {
	s, err := chains.NewSchedule([]float64{0, 0.1, 0.1, 1. / 3, 1})
	if err != nil {
		t.Fatal(err)
	}
	for T, want := range map[int][]float64{
		2: {0, 1}, 3: {0, 0.1, 1}, 4: {0, 0.1, 0.1 + 2./3*(1./3-0.1), 1}, 5: s.Betas(),
		9: {0, 0.05, 0.1, 0.1, 0.1, (0.1 + 1./3) / 2, 1. / 3, 2. / 3, 1},
	} {
		got := s.Resampled(T).Betas()
		for k := range want {
			// one rounding of a product and one of a sum of numbers up to 1
			if exact := T == 5; math.Abs(got[k]-want[k]) > 2e-16 || exact && got[k] != want[k] {
				t.Errorf("T = %d: beta %d is %v, want %v", T, k+1, got[k], want[k])
			}
		}
	}
	// A straight line stays one.
	for k, b := range chains.Linear(11).Resampled(101).Betas() {
		if math.Abs(b-float64(k)/100) > 2e-16 {
			t.Errorf("beta %d of a line is %v, want %v", k+1, b, float64(k)/100)
		}
	}
}
