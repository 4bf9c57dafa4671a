package exact_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// waves is a target on a path of n cells.
func waves(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	return logf
}

// TestFromThorough: on a large space Run and Brief are Measure, and say what they
// leave out.
func TestFromThorough(t *testing.T) {
	n := exact.Thorough
	to := waves(n)
	a := chains.Annealing{Grid: grid.New(n), Bridge: chains.Geometric{From: make([]float64, n), To: to}, Schedule: chains.Linear(4), Kernel: kernels.Metropolis{}}
	want, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(context.Context, chains.Annealing) (exact.Result, error){"Run": exact.Run, "Brief": exact.Brief} {
		got, err := run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if got.J() != want.J() || got.B() != want.B() || got.FwdLaw.Mean != want.FwdLogW() || got.RevLaw.Mean != want.RevLogW() {
			t.Errorf("%s: J = %v, B = %v, want %v, %v", name, got.J(), got.B(), want.J(), want.B())
		}
		for _, v := range []float64{got.Pairwise.Jeffreys(), got.MeanW, got.MeanInvW, got.ESS, got.Defect, got.FwdLaw.Variance, got.RevLaw.Skewness} {
			if !math.IsNaN(v) {
				t.Errorf("%s: %v of what was not computed", name, v)
			}
		}
		if len(got.Warnings) != 1 || got.Steps != nil || got.Checks != nil {
			t.Errorf("%s: %q, %d steps", name, got.Warnings, len(got.Steps))
		}
	}
	to[5] = math.Inf(-1)
	got, err := exact.Run(t.Context(), a)
	if err != nil || !math.IsInf(got.B(), 1) || !strings.Contains(got.Warnings[0], "first in cell [5]") {
		t.Errorf("B = %v, %q, %v", got.B(), got.Warnings, err)
	}
}

// TestNoRoomForPairs: a step of too many moves is not summed over pairs, and
// everything else is as ever.
func TestNoRoomForPairs(t *testing.T) {
	n := 1300
	a := chains.Annealing{Grid: grid.New(n), Bridge: chains.Geometric{From: make([]float64, n), To: waves(n)}, Schedule: chains.Linear(3), Kernel: kernels.Independence{}}
	res := run(t, a)
	warned(t, res, "b_pairwise is left out: it would take more than 64 MB")
	if !math.IsNaN(res.Pairwise.Forward) || math.Abs(res.MeanW-1) > 1e-12 || !(res.Defect < 1e-9) {
		t.Errorf("pairwise %v, mean w %v, defect %v", res.Pairwise, res.MeanW, res.Defect)
	}
}
