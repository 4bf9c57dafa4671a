package tuning_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// to returns an annealing to a target, without a schedule.
func to(t toys.Target, k chains.Kernel) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}
}

// gap returns what exact measures of an annealing on a schedule.
func gap(t *testing.T, a chains.Annealing, s chains.Schedule) exact.Gap {
	t.Helper()
	a.Schedule = s
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// near checks that got is want to within a relative tolerance.
func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.12g, want %.12g", name, got, want)
	}
}

// refused checks that an error has some words.
func refused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want an error with %q", err, says)
	}
}

// twoStates returns an annealing of two states with p(right) = σ(slope β).
func twoStates(slope float64, k chains.Kernel) chains.Annealing {
	return to(toys.Target{Grid: grid.New(2), LogF: []float64{0, slope}}, k)
}
