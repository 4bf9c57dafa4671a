package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// elsewhere is a problem of four cells whose ends share two: each has one to itself.
func elsewhere() programs.Problem {
	inf := math.Inf(-1)
	return programs.Problem{Sample: 1, Annealing: chains.Annealing{
		Grid: grid.New(2, 2), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: []float64{0.4, -0.2, 1.1, inf}, To: []float64{inf, 0.3, -0.9, 0.8}},
	}}
}

// expected is the mean of a function of log w over forward runs, along every path of the
// dice.
func expected(e programs.Estimator, phi func(logw float64) float64) (sum float64) {
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
		sum += prob * phi(logw)
	}
	return sum
}

// near allows for the rounding of short sums.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
		t.Errorf("%s is %.14g, and %.14g is right", what, got, want)
	}
}
