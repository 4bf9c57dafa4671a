// Package stationary is about M, the mean of a function r >= 0 along a stationary chain of K
// states. Let x be the state at the first place of the chain, or at a place picked at random. The
// package computes E[M | x], P(M = 0 | x) and E[e^-sM | x]. From the last package laplace
// computes the expectations of log M.
//
// Two programs have weights with 1/ŵ = M. For the harmonic mean along a chain r is p_1/p. For the
// estimator of Chib, Murray and Salakhutdinov r(x) is T(x*|x)/p(x*).
package stationary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// A Sum is the chain and r, and how far E[e^-sM | x] is from e^-s at a node. For the state x_j of place j
// the expectation is e(x) A_j(x) B_j(x), with e = e^(-sr/K) and
//
//	A_1 = 1, A_{j+1} = T̃(e A_j)        B_K = 1, B_{j-1} = T(e B_j)
//
// for the states to the left and to the right of place j. If M is nearly 1 the expectation is nearly e^-s,
// and what is left of it would be rounded away. So up to s = 32 e is e^(-s(r-1)/K), and A - 1 and B - 1 are
// carried in place of A and B: see tilted.
type Sum struct {
	P, LogP []float64 // the law of every state
	K       int
	R, LogR []float64 // r and log r

	// E[e^-sM | x] - e^-s and E[sM e^-sM | x] - s E[M | x] e^-s at the node that was seen last. If a chain
	// has the factor start(x_1) so has every term.
	Value, More []float64

	op, back    chains.Operator
	all         bool     // x is at any place; otherwise at the first
	stars, star int      // the x* of OverStars, and that which r is for
	left, right []tilted // A and B by place
	own         tilted   // A with its own place
	e, less, t  []float64
}

// mostKept and mostPulled bound the numbers that the functions at one node take, and the
// cells that all pulls of an account visit: a few minutes' work.
const mostKept, mostPulled = 1 << 26, 1 << 34

// highestR is the largest log r that is taken. r, and its products in F, are then floats.
const highestR = 600

// New returns the chain of an annealing's kernel, aimed at the target p. If all is true x is the
// state at a place picked at random, and otherwise at the first. The caller sets R and LogR.
func New(a chains.Annealing, p, logp []float64, K int, all bool) *Sum {
	low, _ := a.Lowered()
	l, op, n := low.NewLevel(), low.Kernel.On(low.Grid), len(p)
	low.LevelAt(l, low.T())
	op.Aim(l)
	c := &Sum{op: op, back: op.Reversal(), P: p, LogP: logp, K: K, all: all}
	for _, v := range []*[]float64{&c.R, &c.LogR, &c.e, &c.less, &c.t, &c.Value, &c.More} {
		*v = make([]float64, n)
	}
	c.own, c.star, c.stars = newTilted(n), unaimed, unaimed
	return c
}

// Harmonic returns the chain with r = p_1/p, and with x the state at the first place. logw is
// log p/p_1. If r overflows the error is laplace.ErrTooLarge.
func Harmonic(a chains.Annealing, p, logp, logw []float64, K int) (*Sum, error) {
	c := New(a, p, logp, K, false)
	for x, by := range logw {
		c.LogR[x] = math.Inf(-1)
		if !math.IsInf(logp[x], -1) {
			c.LogR[x] = -by
			c.R[x] = math.Exp(-by)
		}
		if math.IsInf(c.R[x], 1) { // of weights from e^-709 down
			return nil, laplace.ErrTooLarge
		}
	}
	return c, nil
}

// The x* of a chain: a cell from 0 on, a draw from the target, or one whose r has been set.
const drawn, unaimed = -1, -2

// Into returns the chain with r(x) = T(x*|x)/p(x*) for each x* of OverStars, and with x the state at any place. If star
// is negative x* is a draw from the target, and otherwise it is star.
func Into(a chains.Annealing, p, logp []float64, K, star int) *Sum {
	c := New(a, p, logp, K, true)
	c.stars = max(star, drawn)
	return c
}

// Aim sets r to T(x*|x)/p(x*).
func (c *Sum) Aim(star int) {
	if star == c.star {
		return
	}
	c.star, c.right = star, nil
	for x := range c.R {
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
		c.LogR[x] = math.Log(into) - c.LogP[star]
		c.R[x] = math.Exp(c.LogR[x])
	}
}

// OverStars aims the sum at each x* and calls do with the probability of that x*.
func (c *Sum) OverStars(do func(share float64) error) error {
	if c.stars != drawn {
		if c.stars != unaimed {
			c.Aim(c.stars)
		}
		return do(1)
	}
	for star, share := range c.P {
		if share == 0 {
			continue
		}
		c.Aim(star)
		if err := do(share); err != nil {
			return err
		}
	}
	return nil
}

// Reversal is T̃.
func (c *Sum) Reversal() chains.Operator { return c.back }

// Span is the range of u over which expectations of log M are integrated.
func (c *Sum) Span() (low, high float64) {
	least := 0.
	for x, logr := range c.LogR {
		if !math.IsInf(logr, -1) && !math.IsInf(c.LogP[x], -1) {
			least = min(least, logr)
		}
	}
	logK := math.Log(float64(c.K))
	return laplace.Lowest - max(0, c.Most()-logK), laplace.Highest + logK - least
}

// Most is the largest log r, and at least 0.
func (c *Sum) Most() (most float64) {
	for x, logr := range c.LogR {
		if !math.IsInf(c.LogP[x], -1) {
			most = max(most, logr)
		}
	}
	return most
}

// The chain is first run at the lowest u plus Flat. Below that, whatever is integrated is s
// times a constant, up to a share of e^-36, so one value does for all. To run the chain there
// would harm: where the truth is 0 the roundings of pulls would be added up over all these u.
const Flat = 22

// Each visits all nodes n, after Reserve. Value and More are those of the node at, which is n
// itself or, near the lowest u, one above it. Whatever is integrated has at n scale times its
// value at the node at.
func (c *Sum) Each(ctx context.Context, visit func(n, at laplace.Node, scale float64)) error {
	low, high := c.Span()
	start := laplace.NodeAt(low + Flat)
	c.See(start)
	for n, err := range laplace.Nodes(ctx, len(c.P), low, high) {
		if err != nil {
			return err
		}
		if n.U < start.U {
			visit(n, start, n.S/start.S)
			continue
		}
		c.See(n)
		visit(n, n, 1)
	}
	return nil
}

// Means returns E[M | x] and its logarithm, also where all r are below any float.
func (c *Sum) Means() (means, logs []float64) { return c.means(c.R), c.logs(c.means) }

// FromFirst returns E[r(x_1) | x] and its logarithm likewise, for the state x_1 of the first place and x of any.
func (c *Sum) FromFirst() (means, logs []float64) { return c.fromFirst(c.R), c.logs(c.fromFirst) }

// logs are the logarithms of what is linear in r.
func (c *Sum) logs(linear func(r []float64) []float64) []float64 {
	sums := make([]laplace.LogSum, len(c.R))
	for shift, r := range laplace.Bands(c.LogR) {
		for x, m := range linear(r) {
			sums[x].Add(shift + chains.LogMass(m))
		}
	}
	return laplace.LogsOf(sums)
}

func (c *Sum) means(r []float64) []float64 {
	if !c.all {
		return c.along(c.op, r, func(int) float64 { return 1 / float64(c.K) })
	}
	// The places i apart are K - i pairs, of K² in all, on either side.
	pairs := func(i int) float64 { return float64(c.K-i) / float64(c.K) / float64(c.K) }
	m, left := c.along(c.op, r, pairs), c.along(c.back, r, pairs)
	for x := range m {
		m[x] += left[x] - r[x]/float64(c.K)
	}
	return m
}

func (c *Sum) fromFirst(r []float64) []float64 {
	return c.along(c.back, r, func(int) float64 { return 1 / float64(c.K) })
}

// along is the sum over i < K of share(i) times a function after i steps.
func (c *Sum) along(op chains.Operator, r []float64, share func(i int) float64) []float64 {
	sum, f, next := make([]float64, len(r)), append([]float64(nil), r...), make([]float64, len(r))
	for i := range c.K {
		if i > 0 {
			op.Pull(next, f)
			f, next = next, f
		}
		for x, v := range f {
			sum[x] += share(i) * v
		}
	}
	return sum
}

// None returns P(M = 0 | x): no term of it is subtracted, so that a 0 is exact.
func (c *Sum) None() []float64 {
	n := len(c.P)
	zero, ones := make([]float64, n), make([]float64, n)
	for x, logr := range c.LogR {
		ones[x] = 1
		if math.IsInf(logr, -1) {
			zero[x] = 1
		}
	}
	if floats.Max(zero) == 0 {
		return zero
	}
	passing := func(op chains.Operator, f []float64) []float64 {
		dst := make([]float64, n)
		for x := range dst {
			dst[x] = zero[x] * f[x] * chains.Stay(op, x)
			op.Row(x, func(y int, p float64) { dst[x] += p * zero[y] * f[y] })
		}
		return dst
	}
	right := [][]float64{ones}
	for len(right) < c.K {
		right = append(right, passing(c.op, right[len(right)-1]))
	}
	sum, left, places := make([]float64, n), ones, 1
	if c.all {
		places = c.K
	}
	for j := range places {
		for x := range sum {
			sum[x] += zero[x] * left[x] * right[c.K-1-j][x] / float64(places)
		}
		if j+1 < places {
			left = passing(c.back, left)
		}
	}
	return sum
}
