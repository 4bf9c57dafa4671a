package accounts

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
	"breadboard/exact/accounts/stationary"
)

// harmonic makes the account of the harmonic mean along a chain.
func (a *making) harmonic(ctx context.Context, p programs.HMEChain) error {
	a.How, a.LogQ = Integral, exact.Logs(a.Q)
	c, err := stationary.Harmonic(a.problem.Annealing, a.P, a.LogP, a.logw, p.K)
	if err == nil {
		err = a.addChain(ctx, c, 1)
	}
	if err != nil {
		return err
	}
	a.lose(c)
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// lose adds the forward runs of weight 0: their draw from p_1 has no mass under the target.
func (a *making) lose(c *stationary.Sum) {
	next := make([]float64, len(a.P))
	for shift, part := range laplace.Bands(a.logWasted()) {
		a.FwdSquare = math.Inf(1)
		lost := slices.Clone(part)
		for range c.K {
			for x, q := range lost {
				if q > 0 {
					a.draws(x, shift+math.Log(q/float64(c.K)))
					a.F[x] = math.Inf(-1)
				}
			}
			chains.PushLaw(c.Reversal(), next, lost)
			lost, next = next, lost
		}
	}
}

// draws adds e^logq to the law of the cell.
func (a *making) draws(x int, logq float64) {
	a.Q[x] += math.Exp(logq)
	a.LogQ[x] = floats.LogSumExp([]float64{a.LogQ[x], logq})
}
