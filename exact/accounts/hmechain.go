package accounts

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// harmonic is the account of the harmonic mean along a chain.
func (a *making) harmonic(ctx context.Context, p programs.HMEChain) error {
	a.How = Integral
	c, err := newHarmonic(a, p.K)
	if err == nil {
		err = c.addTo(ctx, a, 1)
	}
	if err != nil {
		return err
	}
	a.lose(c)
	a.compare()
	return nil
}

// newHarmonic is the sum of r = p_1/p. Where that is no float the error is ErrTooLarge.
func newHarmonic(a *making, K int) (*chainSum, error) {
	c := newChainSum(a, K, false)
	for x, logw := range a.logw {
		c.logr[x] = math.Inf(-1)
		if !math.IsInf(a.logp[x], -1) {
			c.logr[x] = -logw
			c.r[x] = math.Exp(-logw)
		}
		if math.IsInf(c.r[x], 1) { // of weights from e^-709 down
			return nil, ErrTooLarge
		}
	}
	return c, nil
}

// lose adds the forward runs of weight 0: a draw of p_1 in a cell where the target has none.
func (a *making) lose(c *chainSum) {
	lost, mass := make([]float64, len(a.P)), 0.
	for x, p := range a.first {
		if math.IsInf(a.logp[x], -1) {
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
		chains.PushLaw(c.back, next, lost)
		lost, next = next, lost
	}
}
