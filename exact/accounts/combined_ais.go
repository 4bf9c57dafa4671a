package accounts

import (
	"context"
	"math/cmplx"

	"breadboard/chains"
)

// An annealedWeight is ŵ of AIS under the forward chain, or 1/ŵ under the reverse one.
type annealedWeight struct {
	ctx     context.Context
	a       chains.Annealing
	inverse bool
}

// moments are E[V^-z] at z = c + ikη. By the law of programs E_rev[ŵ^z] = E_fwd[ŵ^(1+z)].
func (v annealedWeight) moments(c, eta float64, n int) ([]complex128, error) {
	if v.inverse {
		return powers(v.ctx, v.a, complex(1+c, 0), eta, n)
	}
	all, err := powers(v.ctx, v.a, complex(-c, 0), eta, n)
	for k, m := range all {
		all[k] = cmplx.Conj(m)
	}
	return all, err
}

// never is the probability below which V is taken to be never 0: T roundings of 1.
func (v annealedWeight) never() float64 { return 1e-15 * float64(10+v.a.T()) }

func (v annealedWeight) combined(K int) (Combined, error) {
	some, err := v.moments(0, 0, 1)
	if err != nil {
		return Combined{}, err
	}
	if real(some[0]) < 1-v.never() {
		return infinite, nil
	}
	low, high := weightSpan(v.a)
	m, err := newMellin(high-low, v.moments)
	if err != nil {
		return Combined{}, err
	}
	least := low
	if v.inverse {
		least = -high
	}
	phi := laplacian(func(u float64) (logphi, off float64) { // a power has a rounding a level
		logphi, off = m.logLaplace(u)
		return logphi, off * float64(v.a.T())
	})
	return phi.combined(v.ctx, K, least)
}
