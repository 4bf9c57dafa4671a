package averages_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// ends is a problem on a path, of two log densities.
func ends(from, to []float64) programs.Problem {
	return programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: grid.New(len(to)), Kernel: kernels.Identity{},
		Schedule: chains.Linear(2), Bridge: chains.Geometric{From: from, To: to}}}
}

// near fails t unless both numbers are the same to eleven digits, the same infinity, or both
// no number.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))) {
		t.Errorf("%s is %.14g, and %.14g is right", what, got, want)
	}
}

// binomial is the mean of f(k) for k successes in n trials. It goes up and down from the
// mode by ratios, so that each mass has a relative error of a few hundred roundings.
func binomial(n int, p float64, f func(k int) float64) float64 {
	mode := int(float64(n+1) * p)
	total, sum := 1., f(mode)
	odds := p / (1 - p)
	mass := 1.
	for k := mode; k < n && mass > 1e-25; k++ {
		mass *= odds * float64(n-k) / float64(k+1)
		total, sum = total+mass, sum+mass*f(k+1)
	}
	mass = 1
	for k := mode; k > 0 && mass > 1e-25; k-- {
		mass *= float64(k) / odds / float64(n-k+1)
		total, sum = total+mass, sum+mass*f(k-1)
	}
	return sum / total
}
