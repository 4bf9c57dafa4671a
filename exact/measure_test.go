package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
)

// TestFaintLaw: where q has 1e-8 of p's mass, q = p + d has half its digits, and KL(p||q)
// needs all: a chain that never moves has q = p_1, whatever is between.
func TestFaintLaw(t *testing.T) {
	from, to := []float64{0, -18}, []float64{0.5, 0}
	p1, pT := 1/(1+math.Exp(-18)), 1/(1+math.Exp(-0.5))
	want := pT*math.Log(pT/p1) + (1-pT)*math.Log((1-pT)*(1+math.Exp(18)))
	for _, T := range []int{2, 7, 300} {
		a := between(from, to, T, kernels.Identity{})
		for _, bridge := range []chains.Bridge{a.Bridge, oneWay{a.Bridge}} {
			a.Bridge = bridge
			g, err := exact.Measure(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "KL(p||q)", g.Final.Reverse, want, 1e-14)
		}
	}
}
