package averages

import (
	"context"
	"math/cmplx"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// An annealedWeight is ŵ of AIS under the forward chain, or 1/ŵ under the reverse one.
type annealedWeight struct {
	a       chains.Annealing
	inverse bool
}

// moments are E[V^-z] at z = c + ikη. By the law of programs E_rev[ŵ^z] = E_fwd[ŵ^(1+z)].
func (v annealedWeight) moments(ctx context.Context, c, eta float64, n int) ([]complex128, error) {
	if first, _ := v.a.Ends(); v.inverse && chains.LogSpan(first) >= chains.MaxLogSpan {
		return nil, errTooDeep // p_1 has masses below any float, and all reverse runs from there would be left out
	}
	if v.inverse {
		return powers(ctx, v.a, complex(1+c, 0), eta, n)
	}
	all, err := powers(ctx, v.a, complex(-c, 0), eta, n)
	for k, m := range all {
		all[k] = cmplx.Conj(m)
	}
	return all, err
}

// mayBeZero reports whether V is 0 with a probability above 1e-12, which rounding cannot explain.
// V is never 0 if both ends have mass in the same cells.
func (v annealedWeight) mayBeZero(ctx context.Context) (bool, error) {
	if v.a.SameCells() {
		return false, nil
	}
	some, err := v.moments(ctx, 0, 0, 1)
	return err == nil && real(some[0]) < 1-1e-12, err
}

func (v annealedWeight) combined(ctx context.Context, K int) (Combined, error) {
	if zero, err := v.mayBeZero(ctx); err != nil {
		return Combined{}, err
	} else if zero {
		return infinite, nil
	}
	low, high := weightSpan(v.a)
	if high-low >= chains.MaxLogSpan {
		return Combined{}, errTooDeep // E[V^-z] is up to e^((high-low)/2)
	}
	m, err := laplace.NewMellin(laplace.BothSides, high-low, func(c, eta float64, n int) ([]complex128, float64, error) {
		values, err := v.moments(ctx, c, eta, n)
		return laplace.Times(values, c, eta), 0, err
	})
	if err != nil {
		return Combined{}, err
	}
	least := low
	if v.inverse {
		least = -high
	}
	c, err := rounded(m, v.a.T()).combined(ctx, m.Terms(), K, least)
	if err == nil && !(c.Off < 1e-6*max(1, low*low, high*high)) {
		return Combined{}, errTooDeep
	}
	return c, err
}
