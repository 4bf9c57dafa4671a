package exact_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact"
	"breadboard/grid/must"
)

// TestBetweenDeepBelowFloats checks that the divergences of two distributions are their sums over logarithms, where
// masses of one, of the other or of both are below the smallest float, and change places with them.
func TestBetweenDeepBelowFloats(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 1))
	draw := func(deep func(x int) bool) (log, mass []float64) {
		for x := range 9 {
			log = append(log, 3*dice.NormFloat64())
			if deep(x) {
				log[x] -= 705 + 60*dice.Float64()
			}
		}
		total := floats.LogSumExp(log)
		for x := range log {
			log[x] -= total
			mass = append(mass, math.Exp(log[x]))
		}
		return log, mass
	}
	for range 20 {
		logq, q := draw(func(x int) bool { return x%3 == 0 })
		logp, p := draw(func(x int) bool { return x%2 == 0 })
		var forward, reverse float64
		for x := range q {
			forward += q[x] * (logq[x] - logp[x])
			reverse += p[x] * (logp[x] - logq[x])
		}
		d := exact.DivergenceOfLogs(q, logq, p, logp)
		must.Near(t, d.Forward, forward, 1e-12*forward, "KL(q‖p)")
		must.Near(t, d.Reverse, reverse, 1e-12*reverse, "KL(p‖q)")
		turned := exact.DivergenceOfLogs(p, logp, q, logq)
		if turned.Forward != d.Reverse || turned.Reverse != d.Forward {
			t.Errorf("%v, and the other way round %v", d, turned)
		}
	}
}
