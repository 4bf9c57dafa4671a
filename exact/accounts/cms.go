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
	return a.overStars(p, func(c *chainSum, share float64) error { return c.addTo(ctx, a, share) })
}

// chibFirst is the account of CMS started at the first place. It has no reverse.
func (a *making) chibFirst(ctx context.Context, p programs.CMSFirst) error {
	a.G = nil
	a.RevSquare, a.MeanInvW = math.NaN(), math.NaN()
	return a.overStars(p.Of, func(c *chainSum, share float64) error { return c.addFirst(ctx, a, share) })
}

// overStars calls add with the sum for each x* and with its probability.
func (a *making) overStars(p programs.CMS, add func(c *chainSum, share float64) error) error {
	a.How = Integral
	c := newChainSum(a, p.K, true)
	for star, share := range a.P {
		if p.Star != programs.Drawn {
			share = 0
			if star == p.Star {
				share = 1
			}
		}
		if share == 0 {
			continue
		}
		c.aimAt(star)
		if err := add(c, share); err != nil {
			return err
		}
	}
	a.Off = max(a.Off, math.Abs(floats.Sum(a.Q)-1))
	a.compare()
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
	low, high := c.span()
	for n, err := range nodes(ctx, low, high) {
		if err != nil {
			return err
		}
		c.see(n, c.r)
		for x, p := range c.p {
			sums[x].add(n, p*(c.value[x]-q[x]*n.one))
			mean.add(n, n.s*p*c.value[x])
		}
	}
	off := mean.off()
	for x, p := range c.p {
		a.Q[x] += weight * p * q[x]
		a.F[x] -= weight * sums[x].first.value()
		a.FwdSquare += weight * sums[x].second.value()
		off += sums[x].first.off()
	}
	a.MeanW += weight * mean.value()
	a.Off += weight * max(off, 1e-15)
	return nil
}
