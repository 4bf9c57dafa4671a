package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// TestMassBelowEveryFloat: in a cell that the target lacks p_1 is e^-800, which no
// float is. Forward chains that start there have log w = -inf all the same, and so
// E_fwd[log w] is: a law that underflows is not a law of 0.
func TestMassBelowEveryFloat(t *testing.T) {
	from, to := []float64{0, -800, 0}, []float64{0, -inf, 1}
	for _, bridge := range []chains.Bridge{chains.Geometric{From: from, To: to}, chains.NewMixture(from, to)} {
		a := between(from, to, 2, kernels.Identity{})
		a.Bridge = bridge
		res := run(t, a)
		if !math.IsInf(res.Paths.Forward, 1) || !math.IsInf(res.Final.Forward, 1) {
			t.Errorf("%T: KL(fwd||rev) = %v, KL(q||p) = %v", bridge, res.Paths.Forward, res.Final.Forward)
		}
		if math.IsInf(res.Paths.Reverse, 0) || math.IsInf(res.Final.Reverse, 0) {
			t.Errorf("%T: KL(rev||fwd) = %v, KL(p||q) = %v", bridge, res.Paths.Reverse, res.Final.Reverse)
		}
	}
}
