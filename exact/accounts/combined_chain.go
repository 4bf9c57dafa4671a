package accounts

import (
	"cmp"
	"context"
	"math"

	"breadboard/chains/programs"
)

// A chainLaw is the law of M (chainSum) in the runs of a program, for each x* that it may have.
type chainLaw struct {
	*chainSum
	stars  func(do func(share float64) error) error
	weight weighting
	lost   bool // some forward runs have weight 0
}

// A weighting says which law of M it is. The stationary chain is the reverse run; with M for
// a weight it is the forward run; and with r(x_1), a forward run from the first place.
type weighting int

const (
	stationary weighting = iota
	byMean
	byFirst
)

// newChainLaw is of forward runs.
func newChainLaw(a *making, e programs.Estimator) (l chainLaw, err error) {
	l.weight = byMean
	switch e := e.(type) {
	case programs.HMEChain:
		for x, p := range a.first {
			l.lost = l.lost || p > 0 && math.IsInf(a.logp[x], -1)
		}
		l.chainSum, err = newHarmonic(a, e.K)
		l.stars = func(do func(share float64) error) error { return do(1) }
	case programs.CMS:
		l.overCMS(a, e)
	case programs.CMSFirst:
		l.weight = byFirst
		l.overCMS(a, e.Of)
	}
	return l, err
}

func (l *chainLaw) overCMS(a *making, e programs.CMS) {
	l.chainSum = newChainSum(a, e.K, true)
	l.stars = func(do func(share float64) error) error { return l.overStars(e, do) }
}

// laplace is E[e^-sM].
func (l chainLaw) laplace(n node) (sum float64, err error) {
	err = l.stars(func(share float64) error {
		if err := l.reserve(); err != nil {
			return err
		}
		if l.weight == byFirst {
			l.see(n, l.r)
		} else {
			l.see(n, nil)
		}
		for x, p := range l.p {
			if l.weight == byMean {
				sum += share * p * l.more[x] / n.s
			} else {
				sum += share * p * l.value[x]
			}
		}
		return nil
	})
	return sum, err
}

// spans are the range of u for all x*, and the largest log M.
func (l chainLaw) spans() (low, high, most float64) {
	_ = l.stars(func(float64) error {
		from, to := l.span()
		low, high = min(low, from), max(high, to)
		for x, logr := range l.logr {
			if l.p[x] > 0 {
				most = max(most, logr)
			}
		}
		return nil
	})
	return low, high, most
}

// harmonic is the log of the mean of M over K reverse runs.
func (l chainLaw) harmonic(ctx context.Context, K int) (Combined, error) {
	l.weight = stationary
	missed := 0.
	err := l.stars(func(share float64) error {
		if err := l.reserve(); err != nil {
			return err
		}
		for x, none := range l.none() {
			missed += share * l.p[x] * none
		}
		return nil
	})
	if err != nil {
		return Combined{}, err
	}
	if missed > 0 {
		return infinite, nil
	}
	low, high, _ := l.spans()
	start := nodeAt(low + flat)
	least, err := l.laplace(start)
	if err != nil {
		return Combined{}, err
	}
	phi := laplacian(func(u float64) (logphi, off float64) {
		if u < start.u {
			return math.Log(least) * math.Exp(u-start.u), 0
		}
		sum, failed := l.laplace(nodeAt(u))
		err = cmp.Or(err, failed)
		return math.Log(sum), 0x1p-52 * float64(l.K)
	})
	c, ended := phi.combined(ctx, len(l.p), K, highest-high)
	return c, cmp.Or(err, ended)
}

// arithmetic is the log of the mean of 1/M over K forward runs.
func (l chainLaw) arithmetic(ctx context.Context, K int) (Combined, error) {
	if l.lost {
		return infinite, nil
	}
	low, high, most := l.spans()
	var places []node
	var above []float64
	for n, err := range nodes(ctx, len(l.p), low, high) {
		if err != nil {
			return Combined{}, err
		}
		phi, err := l.laplace(n)
		if err != nil {
			return Combined{}, err
		}
		places, above = append(places, n), append(above, phi-n.one)
	}
	m, err := newMellin(leftSide, high-low, inverseMoments(places, above))
	if err != nil {
		return Combined{}, err
	}
	return m.rounding(l.K).combined(ctx, m.terms(), K, -most)
}
