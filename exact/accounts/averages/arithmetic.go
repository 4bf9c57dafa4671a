package averages

import (
	"context"

	"breadboard/chains/programs"
	"breadboard/exact"
)

// Arithmetic returns the log of the mean of w over K forward runs, for programs that draw
// their cell at once, SIR, AIS, CMS and the harmonic mean along a chain. For others the error
// is laplace.ErrTooLarge.
func Arithmetic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, logq, ends.P, ends.LogP).combined(ctx, K)
	case programs.SIR: // a mean of K means of P weights
		return newAtoms(ends.P1, ends.LogP1, ends.P, ends.LogP).combined(ctx, K*e.P)
	case programs.AIS:
		return annealedWeight{a: e.Annealing}.combined(ctx, K)
	case programs.HMEChain, programs.CMS, programs.CMSFirst:
		l, err := newChainLaw(p, ends, e)
		if err != nil {
			return Combined{}, err
		}
		return l.arithmetic(ctx, K)
	}
	return Combined{}, errNoAverages
}
