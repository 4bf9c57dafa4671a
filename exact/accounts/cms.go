package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
	"breadboard/exact/accounts/stationary"
)

// chib makes the account of CMS, with r(x) = T(x*|x)/p(x*). If x* is a draw from the target the
// account is the mean over x*.
func (a *making) chib(ctx context.Context, p programs.CMS) error {
	return a.chained(p, func(c *stationary.Sum, share float64) error { return a.addChain(ctx, c, share) })
}

// chibFirst makes the account of CMS with chains that start at the first place. It has no reverse.
func (a *making) chibFirst(ctx context.Context, p programs.CMSFirst) error {
	a.G = nil
	a.RevSquare, a.MeanInvW = math.NaN(), math.NaN()
	return a.chained(p.Of, func(c *stationary.Sum, share float64) error { return a.addFirst(ctx, c, share) })
}

// chained makes an account from parts. It calls add for every x*, with the share of that x*.
func (a *making) chained(p programs.CMS, add func(c *stationary.Sum, share float64) error) error {
	a.How, a.LogQ = Integral, exact.Logs(a.Q)
	c := stationary.New(a.problem.Annealing, a.P, a.LogP, p.K, true)
	if err := c.OverStars(p.Star, func(share float64) error { return add(c, share) }); err != nil {
		return err
	}
	a.Off = max(a.Off, math.Abs(floats.Sum(a.Q)-1))
	a.compare()
	a.roots(a.fwdOff, a.revOff)
	return nil
}

// addFirst adds the account of chains that start at the first place, with a weight. The
// probability of such a chain is r(x_1) times its stationary probability, so that
//
//	q(x) = p(x) E[r(x_1) | x]    F(x) = -p(x) E[r(x_1) log M | x]    E[ŵ] = E[r(x_1)/M]
func (a *making) addFirst(ctx context.Context, c *stationary.Sum, weight float64) error {
	if err := c.Reserve(c.R); err != nil {
		return err
	}
	q := c.FromFirst()
	sums := make([]laplace.Logs, len(q))
	var more laplace.Integral // E[ŵ] - 1
	err := c.Each(ctx, func(n, at laplace.Node, scale float64) {
		for x, p := range c.P {
			sums[x].Add(n, scale*p*c.Value[x])
			more.Add(n, scale*at.S*p*c.Value[x])
		}
	})
	if err != nil {
		return err
	}
	var log, square rounding
	log.add(1, more)
	logq := c.LogFromFirst()
	for x := range c.P {
		a.draws(x, math.Log(weight)+c.LogP[x]+logq[x])
		a.F[x] -= weight * sums[x].First.Value()
		a.FwdSquare += weight * sums[x].Second.Value()
		log.add(1, sums[x].First)
		square.add(1, sums[x].Second)
	}
	a.MeanW += weight * (1 + more.Value())
	a.Off, a.fwdOff = a.Off+weight*max(log.of(c), 1e-15), a.fwdOff+weight*square.of(c)
	return nil
}
