package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// Brief has Run's J and B to the last bit, and its other numbers but for the
// rounding of T sums: 1e-10 of their size at T = 400, and skewness divides by a
// small variance.
func TestBriefIsRun(t *testing.T) {
	for _, target := range []toys.Target{toys.Barrier(), toys.Easy(3), toys.Hard(4)} {
		for _, kernel := range kernels.Catalogue {
			for _, T := range []int{2, 3, 40, 400} {
				a := chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
					Schedule: chains.Sigmoid(3, T), Kernel: kernel.Make, SkipLast: T == 40}.Extended()
				if a.Grid.Size() > 1000 && T > 2 || T == 400 && slow(kernel.Make) {
					continue // the longest by the kernels that were first: dense rows take seconds
				}
				want, err := exact.Run(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				got, err := exact.Brief(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				if got.J() != want.J() || got.B() != want.B() || got.LogR != want.LogR || len(got.Warnings) != len(want.Warnings) {
					t.Errorf("%s, %s, T = %d: J %v, B %v, %q, want %v, %v, %q", target.Name, kernel.Name, T, got.J(), got.B(), got.Warnings, want.J(), want.B(), want.Warnings)
				}
				for name, x := range map[string][2]float64{
					"ess": {got.ESS, want.ESS}, "mean": {got.FwdLaw.Mean, want.FwdLaw.Mean}, "variance": {got.FwdLaw.Variance, want.FwdLaw.Variance},
					"skewness": {got.FwdLaw.Skewness, want.FwdLaw.Skewness}, "reverse variance": {got.RevLaw.Variance, want.RevLaw.Variance},
					"reverse skewness": {got.RevLaw.Skewness, want.RevLaw.Skewness},
				} {
					if !(math.Abs(x[0]-x[1]) <= 1e-10*math.Max(1, math.Abs(x[1]))) && !(math.IsNaN(x[0]) && math.IsNaN(x[1])) {
						t.Errorf("%s, %s, T = %d: %s is %v, want %v", target.Name, kernel.Name, T, name, x[0], x[1])
					}
				}
			}
		}
	}
}

// Where B is infinite Brief says why, as Run does.
func TestBriefOfInfinite(t *testing.T) {
	target := toys.Barrier()
	from := make([]float64, 49)
	target.LogF[0] = math.Inf(-1)
	a := chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: from, To: target.LogF}, Schedule: chains.Linear(5), Kernel: kernels.Metropolis{}}
	got, err := exact.Brief(t.Context(), a)
	if err != nil || !math.IsInf(got.B(), 1) || len(got.Warnings) == 0 {
		t.Errorf("%v, %q, %v", got.B(), got.Warnings, err)
	}
}

// Where B alone is infinite, J being finite, Brief says so too: the last step enters
// the cell that only the target has.
func TestBriefOfInfiniteBAlone(t *testing.T) {
	a := between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{})
	got, err := exact.Brief(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if math.IsInf(got.J(), 0) || !math.IsInf(got.B(), 1) {
		t.Errorf("J = %v, B = %v", got.J(), got.B())
	}
	warned(t, got, "where the initial density has none, first in cell [1]")
}

func BenchmarkBrief10000(b *testing.B) {
	target := toys.Barrier()
	a := chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}, Schedule: chains.Linear(10000), Kernel: kernels.Metropolis{}}
	for b.Loop() {
		if _, err := exact.Brief(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}

// The one walk up and the two plain passes know nothing of each other.
func TestWeighersAgree(t *testing.T) {
	for _, bridge := range chains.Bridges {
		target := toys.Easy(5)
		a := chains.Annealing{Grid: target.Grid, Bridge: bridge.Make.Of(0.5, make([]float64, 49), target.LogF), Schedule: chains.Linear(60), Kernel: kernels.GibbsSweep{}}
		want, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		got, err := exact.Brief(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range map[string][2]float64{
			"ess": {got.ESS, want.ESS}, "forward variance": {got.FwdLaw.Variance, want.FwdLaw.Variance}, "reverse variance": {got.RevLaw.Variance, want.RevLaw.Variance},
			"forward skewness": {got.FwdLaw.Skewness, want.FwdLaw.Skewness}, "reverse skewness": {got.RevLaw.Skewness, want.RevLaw.Skewness},
		} {
			if !(math.Abs(x[0]-x[1]) <= 1e-11*math.Max(1, math.Abs(x[1]))) { // T roundings, each 1e-16
				t.Errorf("%s: %s is %v, want %v", bridge.Name, name, x[0], x[1])
			}
		}
	}
}

// Where E[w²] rests on what is as rare as a rounding, Brief still has it: by both
// chains.
func TestBriefOfRare(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		a := between([]float64{0, 400, 1, 1}, []float64{0, 0, 400, 5}, 10, k)
		want := run(t, a)
		got, err := exact.Brief(t.Context(), a)
		if err != nil || !(math.Abs(got.ESS-want.ESS) <= 1e-9*want.ESS) || want.ESS == 0 {
			t.Errorf("ess is %v, want %v: %v", got.ESS, want.ESS, err)
		}
	}
}
