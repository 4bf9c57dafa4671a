package accounts

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/stationary"
)

// harmonic makes the account of the harmonic mean along a chain.
func (a *making) harmonic(ctx context.Context, p programs.HMEChain) error {
	a.How = Integral
	c, err := stationary.Harmonic(a.problem.Annealing, a.P, a.LogP, a.logw, p.K)
	if err == nil {
		err = a.addChain(ctx, c, 1)
	}
	if err != nil {
		return err
	}
	a.lose(c)
	a.compare()
	return nil
}

// lose adds the forward runs of weight 0: their draw from p_1 has no mass under the target.
func (a *making) lose(c *stationary.Sum) {
	lost, mass := make([]float64, len(a.P)), 0.
	for x, p := range a.first {
		if math.IsInf(a.LogP[x], -1) {
			lost[x] = p / float64(c.K)
			mass += p
		}
	}
	if mass == 0 {
		return
	}
	a.FwdSquare = math.Inf(1)
	next := make([]float64, len(a.P))
	for range c.K {
		for x, q := range lost {
			if q > 0 {
				a.Q[x] += q
				a.F[x] = math.Inf(-1)
			}
		}
		chains.PushLaw(c.Reversal(), next, lost)
		lost, next = next, lost
	}
}
