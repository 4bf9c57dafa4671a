package tuning_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// TestFrictionOfSpins: a heat bath forgets 1/N of N free spins in each step, so that friction is 2N-1 times the
// variance. In a field from 0 to h the length is sqrt(N (2N-1)) times the integral of 1/(2 cosh(u/2)). The first state
// has all spins down, and a mass of 2^-400.
func TestFrictionOfSpins(t *testing.T) {
	const n, h = 400, 1.
	s, _ := orbits.Exchangeable([]int{n}, 2)
	to := make([]float64, n+1)
	sized := slices.Clone(s.LogSizes)
	for up := range to {
		to[up] = h * float64(up)
		sized[up] += to[up]
	}
	k, err := kernels.NewOrbital(kernels.HeatBath{}, s, chains.Geometric{From: make([]float64, n+1), To: to})
	must.Do(t, err)
	length, err := tuning.FrictionLength(t.Context(), chains.Annealing{
		Grid:     grid.New(n + 1),
		Kernel:   k,
		Schedule: chains.Linear(2),
		Bridge:   chains.Geometric{From: s.LogSizes, To: sized},
	})
	must.Do(t, err)
	if want := math.Sqrt(n*(2*n-1)) * 2 * math.Atan(math.Tanh(h/4)); !(math.Abs(length.Total()-want) <= 1e-5*want) {
		t.Errorf("length %v, want %v", length.Total(), want)
	}
}
