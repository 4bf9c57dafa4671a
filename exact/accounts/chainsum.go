package accounts

import (
	"context"
	"math"

	"breadboard/chains"
)

// A chainSum is about M, the mean of a function r >= 0 along a stationary chain of K states:
// 1/ŵ of the harmonic mean, with r = p_1/p, and of CMS, with r(x) = T(x*|x)/p(x*). The
// reverse law of these programs is that of the chain, and ŵ = 1/M. So by their law
//
//	q(x) = p(x) E[M | x]    F(x) = -p(x) E[M log M | x]    G(x) = -E[log M | x]
//
// where x is the state of the first place, or of a place picked among all. E[e^-sM | x_j = x]
// is e(x) A_j(x) B_j(x), with e = e^(-sr/K) and
//
//	A_1 = 1, A_{j+1} = T̃(e A_j)        B_K = 1, B_{j-1} = T(e B_j)
//
// for the states to the left and to the right of place j. Its derivative gives
// E[sM e^-sM | x_j = x] alongside. It is s times as large as what F needs, so that a large r
// does not overflow.
type chainSum struct {
	op, back chains.Operator
	p, logp  []float64
	K        int
	all      bool // x is at any place; otherwise at the first
	r, logr  []float64

	left, right []tilted  // A and B by place
	e, te       []float64 // e^-t and t e^-t for t = s r/K
	value, more []float64 // E[e^-sM | x] and E[sM e^-sM | x]
	buf         []float64
}

// tilted is a function E e^-sM' of the sum M' over some places, and E[sM' e^-sM'].
type tilted struct{ value, more []float64 }

// mostKept and mostPulled bound the numbers that the functions at one node take, and the
// cells that all pulls of an account visit: a few minutes' work.
const mostKept, mostPulled = 1 << 26, 1 << 34

// highestR is the largest log r: r, and the products of it that F has, are floats.
const highestR = 600

// newChainSum is of the problem's kernel, aimed at the target.
func newChainSum(a *making, K int, all bool) *chainSum {
	low, _ := a.problem.Lowered()
	l, op, n := low.NewLevel(), low.Kernel.On(low.Grid), len(a.P)
	low.LevelAt(l, low.T())
	op.Aim(l)
	c := &chainSum{op: op, back: op.Reversal(), p: a.P, logp: a.logp, K: K, all: all}
	for _, v := range []*[]float64{&c.r, &c.logr, &c.e, &c.te, &c.value, &c.more, &c.buf} {
		*v = make([]float64, n)
	}
	return c
}

// reserve makes room for the functions of all places, once.
func (c *chainSum) reserve() error {
	n := len(c.p)
	low, high := c.span()
	if c.most() > highestR || 4*n*c.K > mostKept || (high-low)/step*float64(4*n*c.K) > mostPulled {
		return ErrTooLarge
	}
	if c.right != nil {
		return nil
	}
	c.right = newTilted(c.K, n)
	c.left = newTilted(1, n)
	if c.all {
		c.left = newTilted(c.K, n)
	}
	return nil
}

func newTilted(places, n int) []tilted {
	all := make([]tilted, places)
	for j := range all {
		all[j] = tilted{make([]float64, n), make([]float64, n)}
	}
	return all
}

// span is the range of u.
func (c *chainSum) span() (low, high float64) {
	least := 0.
	for x, logr := range c.logr {
		if !math.IsInf(logr, -1) && !math.IsInf(c.logp[x], -1) {
			least = min(least, logr)
		}
	}
	logK := math.Log(float64(c.K))
	return lowest - max(0, c.most()-logK), highest + logK - least
}

// most is the largest log r, and at least 0.
func (c *chainSum) most() (most float64) {
	for x, logr := range c.logr {
		if !math.IsInf(c.logp[x], -1) {
			most = max(most, logr)
		}
	}
	return most
}

// see finds value and more at a node. The first place weighs start, or 1 if that is nil.
func (c *chainSum) see(n node, start []float64) {
	logK := math.Log(float64(c.K))
	for x, logr := range c.logr {
		t := math.Exp(n.u + logr - logK)
		c.e[x], c.te[x] = math.Exp(-t), 0
		if c.e[x] > 0 {
			c.te[x] = t * c.e[x]
		}
		c.value[x], c.more[x] = 0, 0
		c.left[0].value[x], c.right[c.K-1].value[x] = 1, 1
		if start != nil {
			c.left[0].value[x] = start[x]
		}
	}
	for j := c.K - 1; j > 0; j-- {
		c.pull(c.op, c.right[j-1], c.right[j])
	}
	for j := 1; j < len(c.left); j++ {
		c.pull(c.back, c.left[j], c.left[j-1])
	}
	share := 1 / float64(len(c.left))
	for j, a := range c.left {
		b := c.right[j]
		for x, e := range c.e {
			both := a.value[x] * b.value[x]
			c.value[x] += share * e * both
			c.more[x] += share * (e*(a.more[x]*b.value[x]+a.value[x]*b.more[x]) + c.te[x]*both)
		}
	}
}

// pull sets dst to what a step into f's place, and the weight there, make of f.
func (c *chainSum) pull(op chains.Operator, dst, f tilted) {
	for x, e := range c.e {
		c.buf[x] = e * f.value[x]
	}
	op.Pull(dst.value, c.buf)
	for x, e := range c.e {
		c.buf[x] = e*f.more[x] + c.te[x]*f.value[x]
	}
	op.Pull(dst.more, c.buf)
}

// flat is the lowest u, less the lowest of all, at which a chain is run. Below it all that is
// integrated is s times a constant, to e^-36. What is 0 but for a rounding a pull would add
// up there: its second moments are off by half the square of u.
const flat = 22

// each visits all nodes n. What is integrated at n is scale times its value at the node at,
// where value and more are; there is room for them. The first place weighs first, or 1 if that is nil.
func (c *chainSum) each(ctx context.Context, first []float64, visit func(n, at node, scale float64)) error {
	low, high := c.span()
	start := nodeAt(low + flat)
	c.see(start, first)
	for n, err := range nodes(ctx, len(c.p), low, high) {
		if err != nil {
			return err
		}
		if n.u < start.u {
			visit(n, start, n.s/start.s)
			continue
		}
		c.see(n, first)
		visit(n, n, 1)
	}
	return nil
}

// rounded is how far second moments are off by the roundings of pulls, a few in each.
func (c *chainSum) rounded() float64 {
	low, _ := c.span()
	return float64(c.K) * 0x1p-51 * (low + flat) * (low + flat)
}

// addTo adds the account of the program to a, with a weight.
func (c *chainSum) addTo(ctx context.Context, a *making, weight float64) error {
	if err := c.reserve(); err != nil { // before anything is done K times
		return err
	}
	q := c.means()
	sums := chained{plain: make([]logs, len(q)), times: make([]logs, len(q))}
	err := c.each(ctx, nil, func(n, at node, scale float64) {
		for x, logp := range c.logp {
			if !math.IsInf(logp, -1) {
				sums.plain[x].add(n, scale*(c.value[x]-at.one))
				sums.times[x].add(n, scale*(math.Exp(logp-at.u)*c.more[x]-c.p[x]*q[x]*at.one))
				sums.some.add(n, scale*c.p[x]*c.more[x])
			}
		}
	})
	if err != nil {
		return err
	}
	sums.addTo(a, weight, q, c.none())
	a.Off = max(a.Off, c.rounded())
	return nil
}

// chained are the integrals of an account: by cell, of M, and of M with p M for a weight; and
// of E[sM e^-sM] over s, which is P(M > 0).
type chained struct {
	plain, times []logs
	some         integral
}

// addTo adds them to a, with a weight. q is E[M | x], and none P(M = 0 | x).
func (c *chained) addTo(a *making, weight float64, q, none []float64) {
	missed, off := 0., 0.
	for x, p := range a.P {
		if p == 0 {
			continue
		}
		a.Q[x] += weight * p * q[x]
		a.F[x] -= weight * c.times[x].first.value()
		a.G[x] -= weight * c.plain[x].first.value()
		a.FwdSquare += weight * c.times[x].second.value()
		a.RevSquare += weight * p * c.plain[x].second.value()
		a.MeanInvW += weight * p * q[x]
		if none[x] > 0 {
			a.G[x], a.RevSquare = math.Inf(1), math.Inf(1)
		} else {
			off += p * c.plain[x].first.off()
		}
		missed, off = missed+p*none[x], off+c.times[x].first.off()
	}
	a.MeanW += weight * (1 - missed)
	a.Off += weight * max(off, math.Abs(c.some.value()-(1-missed)), 1e-15)
}
