package accounts

import (
	"context"
	"math"

	"breadboard/exact/accounts/laplace"
	"breadboard/exact/accounts/stationary"
)

// A chained account is made for a program whose reverse run is a stationary chain, with ŵ = 1/M
// for the mean M of a function along the chain. So by the law of package programs
//
//	q(x) = p(x) E[M | x]    F(x) = -p(x) E[M log M | x]    G(x) = -E[log M | x]
//
// It holds the integrals from which these come: for each cell E[log M | x] and p E[M log M | x];
// and the integral of E[sM e^-sM] over log s, which is P(M > 0).
type chained struct {
	plain, times []laplace.Logs
	some         laplace.Integral // less E[M], which is 1
}

// addChain adds the account of the program whose M this is, with a weight.
func (a *making) addChain(ctx context.Context, c *stationary.Sum, weight float64) error {
	if err := c.Reserve(nil); err != nil { // before anything is done K times
		return err
	}
	q := c.Means()
	sums := chained{plain: make([]laplace.Logs, len(q)), times: make([]laplace.Logs, len(q))}
	err := c.Each(ctx, func(n, at laplace.Node, scale float64) {
		for x, logp := range c.LogP {
			if !math.IsInf(logp, -1) {
				sums.plain[x].Add(n, scale*c.Value[x])
				sums.times[x].Add(n, scale*math.Exp(logp-at.U)*c.More[x])
				sums.some.Add(n, scale*c.P[x]*c.More[x])
			}
		}
	})
	if err != nil {
		return err
	}
	sums.addTo(a, weight, q, c)
	return nil
}

// addTo adds the account to a, with a weight. q is E[M | x].
func (c *chained) addTo(a *making, weight float64, q []float64, of *stationary.Sum) {
	none, logq := of.None(), of.LogMeans()
	missed, some := 0., c.some.Value()
	var log, fwd, rev rounding
	for x, logp := range a.LogP {
		if math.IsInf(logp, -1) {
			continue
		}
		p := a.P[x] // may be 0, below any float; another program may yet return x, and needs G there
		a.draws(x, math.Log(weight)+logp+logq[x])
		a.F[x] -= weight * c.times[x].First.Value()
		a.G[x] -= weight * c.plain[x].First.Value()
		a.FwdSquare += weight * c.times[x].Second.Value()
		a.RevSquare += weight * p * c.plain[x].Second.Value()
		a.MeanInvW += weight * p * q[x]
		log.add(1, c.times[x].First)
		fwd.add(1, c.times[x].Second)
		switch {
		case none[x] > 0 && p > 0:
			a.G[x], a.RevSquare = math.Inf(1), math.Inf(1)
		case none[x] > 0:
			a.G[x] = math.Inf(1)
		default:
			log.add(p, c.plain[x].First)
			rev.add(p, c.plain[x].Second)
		}
		missed, some = missed+p*none[x], some+p*q[x]
	}
	a.MeanW += weight * (1 - missed)
	a.Off += weight * max(log.of(of), math.Abs(some-(1-missed)), 1e-15)
	a.fwdOff, a.revOff = a.fwdOff+weight*fwd.of(of), a.revOff+weight*rev.of(of)
}

// A rounding is what some integrals may be off, and their size.
type rounding struct{ off, size float64 }

func (r *rounding) add(p float64, i laplace.Integral) {
	r.off, r.size = r.off+p*i.Off(), r.size+p*i.Size()
}

// of bounds the error of the integrals along a chain.
func (r rounding) of(c *stationary.Sum) float64 { return r.off + c.Rounded(r.size) }
