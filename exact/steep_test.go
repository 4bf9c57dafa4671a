package exact_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestSteep: on targets as steep as e^100 from cell to cell B by Eq. (22)-(23) is
// still B, for every catalogued kernel: a probability of staying that is what 1
// leaves, multiplied by a quotient of laws, must not be taken for a number.
func TestSteep(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, sigma := range []float64{20, 40, 80} {
			rng := rand.New(rand.NewPCG(uint64(sigma), 1))
			for range 12 {
				to := make([]float64, 6)
				for x := range to {
					to[x] = math.Round(sigma * rng.NormFloat64())
				}
				a := chains.Annealing{Grid: grid.New(2, 3), Kernel: k.Make, Schedule: chains.Linear(4),
					Bridge: chains.Geometric{From: make([]float64, 6), To: to}}.Extended()
				res := run(t, a)
				if !math.IsNaN(res.Pairwise.Forward) && !(math.Abs(res.Pairwise.Jeffreys()-res.B()) < 1e-9*res.B()) {
					t.Errorf("%s to %v: B = %.12g, by pairs %.12g", k.Name, to, res.B(), res.Pairwise.Jeffreys())
				}
			}
		}
	}
}
