package hidden

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// Apart returns the distance between two programs on a model. Numbers that are not known are NaN: with
// more than one particle only the expectation is, with the prior proposal, against the posterior. The
// error is accounts.ErrTooLarge, if nothing is known, or ctx's.
func Apart(ctx context.Context, gold, target hidden.Program) (accounts.Distance, error) {
	g, one := lawOf(gold)
	t, other := lawOf(target)
	if one && other {
		laws := Between(g, t)
		return accounts.Distance{Laws: laws, Expected: laws.Jeffreys(), Off: roundOff(laws.Jeffreys())}, nil
	}
	_, exactly := gold.(hidden.Posterior)
	filter, ok := target.(hidden.Filter)
	if !exactly || !ok {
		_, exactly = target.(hidden.Posterior)
		filter, ok = gold.(hidden.Filter)
	}
	if !exactly || !ok || filter.Proposal != programs.Prior {
		return accounts.Distance{}, fmt.Errorf("%w: only filters of one particle, and filters with the prior proposal "+
			"beside the posterior, have exact values", accounts.ErrTooLarge)
	}
	means, err := Crowd(ctx, filter.Model, filter.P)
	if err != nil {
		return accounts.Distance{}, err
	}
	nan := math.NaN()
	return accounts.Distance{Laws: exact.Divergence{Forward: nan, Reverse: nan},
		Expected: means.Reverse - means.Forward, Off: roundOff(means.Forward),
		Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}}, nil
}

// roundOff is far above the rounding errors of a sum over thousands of rows.
func roundOff(size float64) float64 { return 1e-12 * max(1, math.Abs(size)) }

// lawOf is the law of the path that a program returns; ok is false if it is not known.
func lawOf(p hidden.Program) (law Markov, ok bool) {
	switch p := p.(type) {
	case hidden.Posterior:
		law, _ = Posterior(p.Model)
		return law, true
	case hidden.Filter:
		if p.P == 1 {
			return Alone(p.Model, p.Proposal), true
		}
	}
	return law, false
}
