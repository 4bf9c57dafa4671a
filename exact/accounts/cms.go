package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// chib is the account of CMS: r(x) = T(x*|x)/p(x*). If x* is a draw of the target it is the
// mean over x*.
func (a *making) chib(ctx context.Context, p programs.CMS) error {
	return a.chained(p, func(c *chainSum, share float64) error { return c.addTo(ctx, a, share) })
}

// chibFirst is the account of CMS started at the first place. It has no reverse.
func (a *making) chibFirst(ctx context.Context, p programs.CMSFirst) error {
	a.G = nil
	a.RevSquare, a.MeanInvW = math.NaN(), math.NaN()
	return a.chained(p.Of, func(c *chainSum, share float64) error { return c.addFirst(ctx, a, share) })
}

// chained makes the account of what add adds.
func (a *making) chained(p programs.CMS, add func(c *chainSum, share float64) error) error {
	a.How = Integral
	c := newChainSum(a, p.K, true)
	if err := c.overStars(p, func(share float64) error { return add(c, share) }); err != nil {
		return err
	}
	a.Off = max(a.Off, math.Abs(floats.Sum(a.Q)-1))
	a.compare()
	return nil
}

// overStars calls do with the probability of each x*, when the sum is aimed at it.
func (c *chainSum) overStars(p programs.CMS, do func(share float64) error) error {
	if p.Star != programs.Drawn {
		c.aimAt(p.Star)
		return do(1)
	}
	for star, share := range c.p {
		if share == 0 {
			continue
		}
		c.aimAt(star)
		if err := do(share); err != nil {
			return err
		}
	}
	return nil
}

// aimAt sets r to T(x*|x)/p(x*).
func (c *chainSum) aimAt(star int) {
	for x := range c.r {
		into := 0.
		if x == star {
			into = chains.Stay(c.op, x)
		} else {
			c.op.Row(x, func(y int, p float64) {
				if y == star {
					into = p
				}
			})
		}
		c.logr[x] = math.Log(into) - c.logp[star]
		c.r[x] = math.Exp(c.logr[x])
	}
}

// addFirst adds the account of the chain that starts at the first place, with a weight: its
// law is the stationary chain's times r(x_1), so that
//
//	q(x) = p(x) E[r(x_1) | x]    F(x) = -p(x) E[r(x_1) log M | x]    E[ŵ] = E[r(x_1)/M]
func (c *chainSum) addFirst(ctx context.Context, a *making, weight float64) error {
	if err := c.reserve(); err != nil {
		return err
	}
	q := c.along(c.back, func(int) float64 { return 1 / float64(c.K) })
	sums := make([]logs, len(q))
	var mean integral
	err := c.each(ctx, c.r, func(n, at node, scale float64) {
		for x, p := range c.p {
			sums[x].add(n, scale*p*(c.value[x]-q[x]*at.one))
			mean.add(n, scale*at.s*p*c.value[x])
		}
	})
	if err != nil {
		return err
	}
	off := mean.off()
	for x, p := range c.p {
		a.Q[x] += weight * p * q[x]
		a.F[x] -= weight * sums[x].first.value()
		a.FwdSquare += weight * sums[x].second.value()
		off += sums[x].first.off()
	}
	a.MeanW += weight * mean.value()
	a.Off = max(a.Off+weight*off, c.rounded())
	return nil
}
