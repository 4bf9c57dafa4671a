package tuning_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/grid/must"
)

// values are J and B of a family on a schedule of levels that stand for some steps.
func values(t *testing.T, f tuning.Family, levels chains.Schedule, steps []int, at []float64) exact.Measured {
	t.Helper()
	return gap(t, f.At(at), levels.Standing(steps))
}

// TestJointOfOne: with one beta and one scale free, a scan of both finds no less, and the values agree with exact.
func TestJointOfOne(t *testing.T) {
	s := small().byKernel("SCALE", scale(0.5, 8), 1, measured, func(v float64) chains.Kernel {
		return kernels.Jumps{Tail: kernels.Laplace, Scale: v}
	})
	steps := []int{2, 3}
	from := tuning.Start{Schedule: chains.Linear(3), Steps: steps, Values: s.at}
	b := must.Have(s.family.ByB().From(t.Context(), from))(t)
	j := must.Have(s.family.ByJ().From(t.Context(), from))(t)
	must.Within(t, b.Value, values(t, s.family, b.Schedule, steps, b.Values).B(), 1e-10, "B")
	must.Within(t, j.Value, values(t, s.family, j.Schedule, steps, j.Values).J(), 1e-10, "J")
	if !b.Converged || !j.Converged {
		t.Errorf("converged: %v and %v", b.Converged, j.Converged)
	}
	leastB, leastJ := math.Inf(1), math.Inf(1)
	for i := range 41 {
		levels := must.Have(chains.NewSchedule([]float64{0, float64(i) / 40, 1}))(t)
		for k := range 41 {
			m := values(t, s.family, levels, steps, []float64{0.5 * math.Pow(16, float64(k)/40)})
			leastB = min(leastB, m.B())
			leastJ = min(leastJ, m.J())
		}
	}
	if !(b.Value <= leastB && b.Value > 0.99*leastB) || !(j.Value <= leastJ && j.Value > 0.9*leastJ) {
		t.Errorf("least B = %v and J = %v; a scan finds %v and %v", b.Value, j.Value, leastB, leastJ)
	}
}

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
	each := slices.Repeat([]int{1}, T-1)
	from := tuning.Start{Schedule: chains.Linear(T), Steps: each, Values: s.at}
	b := must.Have(s.family.ByB().From(t.Context(), from))(t)
	for _, scale := range []float64{0.5, 0.7, 1, 1.4, 2, 2.8, 4, 8} {
		for _, q := range []float64{-1, -0.5, 0, 0.5, 1, 1.5, 2} {
			other := must.Have(tuning.ByB(s.family.At([]float64{scale, q})).From(t.Context(), b.Schedule, each))(t)
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
	each := []int{1, 2, 1, 1, 1}
	for _, still := range []bool{true, false} {
		from := tuning.Start{Schedule: levels, Steps: each, Values: []float64{1}, Still: still}
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
