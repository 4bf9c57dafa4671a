package tuning_test

import (
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid/must"
)

// TestJointOfTheBridge: a path and a kernel go down together with the betas. No other place of a grid, with betas of
// its own, is better by more than a descent leaves at a corner. The rule of metropolis has one where two cells change
// order.
func TestJointOfTheBridge(t *testing.T) {
	var s scene
	for _, each := range small().scenes() {
		if len(each.at) == 2 {
			s = each
		}
	}
	T := 5
	from := tuning.Start{Schedule: chains.Linear(T), Values: s.at}
	b := must.Have(s.family.ByB().From(t.Context(), from))(t)
	for _, scale := range []float64{0.5, 0.7, 1, 1.4, 2, 2.8, 4, 8} {
		for _, q := range []float64{-1, -0.5, 0, 0.5, 1, 1.5, 2} {
			other := must.Have(tuning.ByB(s.family.At([]float64{scale, q})).From(t.Context(), b.Schedule))(t)
			if other.Value < b.Value*(1-5e-4) {
				t.Errorf("at %v B = %v, less than %v at %v", []float64{scale, q}, other.Value, b.Value, b.Values)
			}
		}
	}
}

// TestJointStaysOrGoes: where the betas stay they are those that were given. A dial whose least is at an end goes
// there, also from the other end. What is no better than the start is the start.
func TestJointStaysOrGoes(t *testing.T) {
	s := small().byKernel("A", shares(), 1, known, func(a float64) chains.Kernel {
		return kernels.Lazy{A: a, Kernel: kernels.HeatBath{}}
	})
	levels := chains.Sigmoid(3, 6)
	for _, still := range []bool{true, false} {
		from := tuning.Start{Schedule: levels, Values: []float64{1}, Still: still}
		found := must.Have(s.family.ByJ().From(t.Context(), from))(t)
		if same := slices.Equal(found.Schedule.Betas(), levels.Betas()); same != still {
			t.Errorf("betas stay: %v, and they are the same: %v", still, same)
		}
		if found.Values[0] != 0 || !found.Converged {
			t.Errorf("A = %v, converged: %v", found.Values[0], found.Converged)
		}
		from.Schedule = found.Schedule
		from.Values = found.Values
		again := must.Have(s.family.ByJ().From(t.Context(), from))(t)
		if !(again.Value <= found.Value) || again.Values[0] != 0 {
			t.Errorf("from J = %v it goes to %v, with A = %v", found.Value, again.Value, again.Values[0])
		}
	}
}
