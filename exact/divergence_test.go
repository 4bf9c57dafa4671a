package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// j runs an annealing and returns J and J above rounding.
func j(t *testing.T, target toys.Target, k chains.Kernel, T int) (computed, above float64) {
	t.Helper()
	r, err := exact.Run(t.Context(), chains.Annealing{Grid: target.Grid, Schedule: chains.Linear(T), Kernel: k,
		Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}})
	if err != nil {
		t.Fatal(err)
	}
	return r.J(), exact.AboveRounding(r.J(), float64(target.Grid.Size()), r.B())
}

// The J of a perfect kernel is 0 in exact arithmetic, and rounding alone on any space at any T.
func TestAboveRoundingOfPerfect(t *testing.T) {
	for name, target := range map[string]toys.Target{"barrier": toys.Barrier(), "hard": toys.Hard(1),
		"golf": toys.Golf()} {
		for _, T := range []int{2, 5, 10, 100, 1000, 3000} {
			if computed, above := j(t, target, kernels.Perfect{}, T); above != 0 {
				t.Errorf("%s, T = %d: J = %g is not rounding", name, T, computed)
			}
		}
	}
}

// A J that is as small for a good reason stays: a tilt of log f by δ makes one of the order of δ².
func TestAboveRoundingKeepsSmallOnes(t *testing.T) {
	for _, δ := range []float64{1e-4, 1e-8, 1e-12} {
		target := toys.Barrier()
		for x := range target.LogF {
			target.LogF[x] *= δ
		}
		if computed, above := j(t, target, kernels.Metropolis{}, 10); above != computed || !(computed > 0) {
			t.Errorf("a tilt of %g: J = %g becomes %g", δ, computed, above)
		}
	}
	for _, v := range []float64{1e-27, 1e-3} {
		if got := exact.AboveRounding(v, 49, 1); got != v {
			t.Errorf("%g on 49 states becomes %g", v, got)
		}
	}
}

// A kernel that moves with probability 1-δ leaves a δ-th of the last step. At fine schedules J has right
// digits where it is far below 64 n ε²: it is the sum of (δ(p_{T-1} - p_T))²/p_T, up to δ³.
func TestAboveRoundingKeepsFineSchedules(t *testing.T) {
	const δ, T = 1e-10, 20_000
	target := toys.Barrier()
	p, q, want := at(target, float64(T-2)/(T-1)), at(target, 1), 0.0
	for x := range p {
		want += δ * δ * (p[x] - q[x]) * (p[x] - q[x]) / q[x]
	}
	if _, above := j(t, target, kernels.Lazy{A: δ, Kernel: kernels.Perfect{}}, T); math.Abs(above-want) > 1e-3*want {
		t.Errorf("J = %g, want %g", above, want)
	}
}
