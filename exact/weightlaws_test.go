package exact_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// Unchecked, Run finds the same J and B to the last bit, and its other numbers up to the
// rounding of T sums: 1e-10 of their size at T = 400, where skewness divides by a small
// variance.
func TestUncheckedIsRun(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(3), toys.Hard(4)} {
		for _, kernel := range kernels.Catalogue {
			for _, T := range []int{2, 3, 40, 400} {
				a := annealing(target, kernel.Make, chains.Sigmoid(3, T))
				a.SkipLast = T == 40
				if a.Grid.Size() > 1000 && T > 2 || T == 400 && slow(kernel.Make) {
					continue // 400 levels of dense rows take seconds
				}
				uncheckedIsRun(t, fmt.Sprintf("%s, %s, T = %d", target.Name, kernel.Name, T), a)
			}
		}
	}
}

// uncheckedIsRun compares the two runs of one annealing.
func uncheckedIsRun(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	got, want := unchecked(t, a), run(t, a)
	for of, x := range map[string][2]float64{
		"J":     {got.J(), want.J()},
		"B":     {got.B(), want.B()},
		"log R": {got.LogR, want.LogR},
	} {
		if x[0] != x[1] {
			t.Errorf("%s: %s is %v, want %v", name, of, x[0], x[1])
		}
	}
	if len(got.Warnings) != len(want.Warnings) {
		t.Errorf("%s: warnings %q, want %q", name, got.Warnings, want.Warnings)
	}
	for of, x := range weighed(got, want) {
		none := math.IsNaN(x[0]) && math.IsNaN(x[1])
		if !none && !(math.Abs(x[0]-x[1]) <= 1e-10*math.Max(1, math.Abs(x[1]))) {
			t.Errorf("%s: %s is %v, want %v", name, of, x[0], x[1])
		}
	}
}

// weighed pairs what two runs found of the law of the weights.
func weighed(got, want exact.Result) map[string][2]float64 {
	return map[string][2]float64{
		"ess":              {got.ESS, want.ESS},
		"mean":             {got.FwdLaw.Mean, want.FwdLaw.Mean},
		"variance":         {got.FwdLaw.Variance, want.FwdLaw.Variance},
		"skewness":         {got.FwdLaw.Skewness, want.FwdLaw.Skewness},
		"reverse variance": {got.RevLaw.Variance, want.RevLaw.Variance},
		"reverse skewness": {got.RevLaw.Skewness, want.RevLaw.Skewness},
	}
}

// unchecked runs an annealing without its checks.
func unchecked(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	res, err := (exact.Options{Unchecked: true}).Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// If B is infinite the warnings say why, checked or not.
func TestUncheckedOfInfinite(t *testing.T) {
	target := toys.Barrier()
	target.LogF[0] = math.Inf(-1)
	a := annealing(target, kernels.Metropolis{}, chains.Linear(5))
	a.Bridge = chains.Geometric{From: flat(49), To: target.LogF}
	got := unchecked(t, a)
	if !math.IsInf(got.B(), 1) {
		t.Errorf("B is %v, want +Inf", got.B())
	}
	if len(got.Warnings) == 0 {
		t.Error("there is no warning")
	}
}

func BenchmarkUnchecked10000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10000))
	for b.Loop() {
		if _, err := (exact.Options{Unchecked: true}).Run(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}

// The one walk up and the two plain passes know nothing of each other.
func TestWeighersAgree(t *testing.T) {
	for _, bridge := range chains.Bridges {
		target := toys.Easy(5)
		a := annealing(target, kernels.GibbsSweep{}, chains.Linear(60))
		a.Bridge = bridge.Make.Of(0.5, flat(49), target.LogF)
		for name, x := range weighed(unchecked(t, a), run(t, a)) {
			if !(math.Abs(x[0]-x[1]) <= 1e-11*math.Max(1, math.Abs(x[1]))) { // T roundings, each 1e-16
				t.Errorf("%s: %s is %v, want %v", bridge.Name, name, x[0], x[1])
			}
		}
	}
}

// If E[w²] rests on paths as rare as a rounding the pass still has it, by both chains.
func TestUncheckedOfRare(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		a := between([]float64{0, 400, 1, 1}, []float64{0, 0, 400, 5}, 10, k)
		got, want := unchecked(t, a), run(t, a)
		if !(math.Abs(got.ESS-want.ESS) <= 1e-9*want.ESS) {
			t.Errorf("%T: ess is %v, want %v", k, got.ESS, want.ESS)
		}
		if want.ESS == 0 {
			t.Errorf("%T: ess is 0", k)
		}
	}
}

// TestESSBeyondFloats: a chain that never moves has E[ŵ²] = Σ p_T²/p_1, over 1e300 and
// past the scale that keeps second moments floats; its ESS is the inverse.
func TestESSBeyondFloats(t *testing.T) {
	for _, deep := range []float64{300, 600} {
		a := between([]float64{0, -deep}, []float64{0, 0}, 9, kernels.Identity{})
		want := deep + math.Log(0.25)
		near(t, "log E[w²] unchecked", -math.Log(unchecked(t, a).ESS), want, 1e-13)
		near(t, "log E[w²]", -math.Log(run(t, a).ESS), want, 1e-13)
	}
}

// TestUncheckedOfInfiniteBAlone: if B alone is infinite, J being finite, the warnings say
// so too: the last step enters the cell that only the target has.
func TestUncheckedOfInfiniteBAlone(t *testing.T) {
	a := between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{})
	got := unchecked(t, a)
	if math.IsInf(got.J(), 0) {
		t.Errorf("J is %v, want a number", got.J())
	}
	if !math.IsInf(got.B(), 1) {
		t.Errorf("B is %v, want +Inf", got.B())
	}
	warned(t, got, "where the initial density has none, first in cell [1]")
}
