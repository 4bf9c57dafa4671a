package accounts

import (
	"cmp"
	"context"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A chainLaw is the law of M (laplace.Chain) in the runs of a program, for each x* that it
// may have.
type chainLaw struct {
	*laplace.Chain
	weight weighting
	lost   bool // some forward runs have weight 0
}

// A weighting says under which law of chains M is taken. Reverse runs are stationary chains. A
// forward run has the stationary probability times M, and a forward run from the first place has
// it times r(x_1).
type weighting int

const (
	unweighted weighting = iota
	byMean
	byFirst
)

// newChainLaw returns the law of M in the runs of a program in one direction.
func newChainLaw(p programs.Problem, ends exact.EndLaws, e programs.Estimator, reverse bool) (l chainLaw, err error) {
	l.weight = byMean
	switch e := e.(type) {
	case programs.HMEChain:
		for x, p := range ends.P1 {
			l.lost = l.lost || p > 0 && math.IsInf(ends.LogP[x], -1)
		}
		l.Chain, err = laplace.Harmonic(p.Annealing, ends.P, ends.LogP, ends.LogW, e.K)
	case programs.CMS:
		l.Chain = laplace.Into(p.Annealing, ends.P, ends.LogP, e.K, e.Star)
	case programs.CMSFirst:
		l.weight = byFirst
		l.Chain = laplace.Into(p.Annealing, ends.P, ends.LogP, e.Of.K, e.Of.Star)
	}
	if reverse {
		l.weight = unweighted
	}
	return l, err
}

func (l chainLaw) tails(context.Context, float64, []float64) ([]Tail, error) { return nil, errNoTails }

// above is E[e^-sM] - e^-s, and the size of its terms.
func (l chainLaw) above(n laplace.Node) (sum, size float64, err error) {
	var start []float64
	if l.weight == byFirst {
		start = l.R
	}
	err = l.OverStars(func(share float64) error {
		if err := l.Reserve(start); err != nil {
			return err
		}
		l.See(n)
		for x, p := range l.P {
			v := l.Value[x]
			if l.weight == byMean {
				v = l.More[x] / n.S
			}
			sum, size = sum+share*p*v, size+share*p*math.Abs(v)
		}
		return nil
	})
	return sum, size, err
}

// spans returns a range of u that does for all x*, and the largest log M.
func (l chainLaw) spans() (low, high, most float64) {
	_ = l.OverStars(func(float64) error {
		from, to := l.Span()
		low, high = min(low, from), max(high, to)
		for x, logr := range l.LogR {
			if l.P[x] > 0 {
				most = max(most, logr)
			}
		}
		return nil
	})
	return low, high, most
}

// mean is the log of the mean of 1/M over K forward runs, or of M over K reverse runs.
func (l chainLaw) mean(ctx context.Context, K int) (Combined, error) {
	if l.weight != unweighted {
		return l.arithmetic(ctx, K)
	}
	missed := 0.
	err := l.OverStars(func(share float64) error {
		if err := l.Reserve(nil); err != nil {
			return err
		}
		for x, none := range l.None() {
			missed += share * l.P[x] * none
		}
		return nil
	})
	if err != nil {
		return Combined{}, err
	}
	if missed > 0 {
		return infinite, nil
	}
	_, high, _ := l.spans()
	phi := laplacian(func(n laplace.Node) (phi laplace.Phi, off float64) {
		above, size, failed := l.above(n)
		err = cmp.Or(err, failed)
		return n.At(above), 0x1p-52 * float64(l.K) * size
	})
	c, ended := phi.combined(ctx, len(l.P), K, laplace.Highest-high)
	return c, cmp.Or(err, ended)
}

// arithmetic is the log of the mean of 1/M over K forward runs.
func (l chainLaw) arithmetic(ctx context.Context, K int) (Combined, error) {
	if l.lost {
		return infinite, nil
	}
	low, high, most := l.spans()
	var places []laplace.Node
	var above []float64
	for n, err := range laplace.Nodes(ctx, len(l.P), low, high) {
		if err != nil {
			return Combined{}, err
		}
		over, _, err := l.above(n)
		if err != nil {
			return Combined{}, err
		}
		places, above = append(places, n), append(above, over)
	}
	m, err := laplace.NewMellin(laplace.LeftSide, high-low, inverseMoments(places, above))
	if err != nil {
		return Combined{}, err
	}
	return byPowers(m, l.K).combined(ctx, m.Terms(), K, -most)
}
