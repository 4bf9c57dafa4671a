package averages

import (
	"context"

	"breadboard/chains/programs"
	"breadboard/exact"
)

// Harmonic returns the log of the harmonic mean of w over K reverse runs, each from an exact
// sample of its own. It knows the programs of Arithmetic, except CMSFirst, which has no reverse.
func Harmonic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	c, err := meanOfInverses(ctx, e, p, K)
	c.Mean = -c.Mean
	return c, err
}

// meanOfInverses returns the log of the mean of 1/w.
func meanOfInverses(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(ends.P, ends.LogP, q, logq).combined(ctx, K)
	case programs.SIR:
		return newMeanLaw(ends, e.P, true).combined(ctx, K)
	case programs.AIS:
		return annealedWeight{a: e.Annealing, inverse: true}.combined(ctx, K)
	case programs.HMEChain, programs.CMS:
		l, err := newChainLaw(p, ends, e)
		if err != nil {
			return Combined{}, err
		}
		return l.harmonic(ctx, K)
	}
	return Combined{}, errNoAverages
}
