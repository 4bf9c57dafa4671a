package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// The ends are normalised, a log is known where its mass is below any float, and a constant in
// the target costs no digits but those of log R.
func TestEnds(t *testing.T) {
	for _, rise := range []float64{0, 1 << 50} {
		e := exact.NewEnds(chains.Annealing{Grid: grid.New(4), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: []float64{0, 0, 0, 0}, To: []float64{rise, rise + 1, rise - 2000, math.Inf(-1)}}})
		logZ := math.Log(1 + math.E)
		near(t, "log R", e.LogR-rise, logZ-math.Log(4), 0.2)
		near(t, "p", e.P[1], math.E/(1+math.E), 1e-15)
		near(t, "p of a deep cell", e.P[2], 0, 0)
		near(t, "log p of a deep cell", e.LogP[2], -2000-logZ, 1e-12)
		near(t, "log w of a deep cell", e.LogW[2], -2000-logZ+math.Log(4), 1e-12)
		near(t, "p_1", e.P1[0], 0.25, 0)
		if !math.IsInf(e.LogW[3], -1) {
			t.Errorf("log w of a cell without mass is %v", e.LogW[3])
		}
	}
}
