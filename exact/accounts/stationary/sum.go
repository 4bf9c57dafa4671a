package stationary

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// A Sum is the chain and r, and E[e^-sM | x] at a node. For the state x_j of place j it is
// e(x) A_j(x) B_j(x), with e = e^(-sr/K) and
//
//	A_1 = 1, A_{j+1} = T̃(e A_j)        B_K = 1, B_{j-1} = T(e B_j)
//
// for the states to the left and to the right of place j. The derivative in s gives
// E[sM e^-sM | x_j = x] alongside. This has the factor s, so that a large r does not overflow.
type Sum struct {
	P, LogP []float64 // the law of every state
	K       int
	R, LogR []float64 // r and log r

	Value, More []float64 // E[e^-sM | x] and E[sM e^-sM | x] at the node that was seen last

	op, back    chains.Operator
	all         bool      // x is at any place; otherwise at the first
	left, right []tilted  // A and B by place
	e, te       []float64 // e^-t and t e^-t for t = s r/K
	buf         []float64
}

// tilted is a function E e^-sM' of the sum M' over some places, and E[sM' e^-sM'].
type tilted struct{ value, more []float64 }

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
	for _, v := range []*[]float64{&c.R, &c.LogR, &c.e, &c.te, &c.Value, &c.More, &c.buf} {
		*v = make([]float64, n)
	}
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

// Aim sets r to T(x*|x)/p(x*).
func (c *Sum) Aim(star int) {
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

// OverStars aims the sum at each x* and calls do with the probability of that x*. If star is
// negative x* is a draw from the target, and otherwise it is star.
func (c *Sum) OverStars(star int, do func(share float64) error) error {
	if star >= 0 {
		c.Aim(star)
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

// Reserve makes room for the functions of all places. A second call does nothing. The error is
// laplace.ErrTooLarge if these would take too much memory or time, or if r is too large.
func (c *Sum) Reserve() error {
	n := len(c.P)
	low, high := c.Span()
	if c.Most() > highestR || 4*n*c.K > mostKept || (high-low)/laplace.Step*float64(4*n*c.K) > mostPulled {
		return laplace.ErrTooLarge
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

// See computes Value and More at a node. The probability of every chain gets the factor
// start(x_1), unless start is nil.
func (c *Sum) See(n laplace.Node, start []float64) {
	logK := math.Log(float64(c.K))
	for x, logr := range c.LogR {
		t := math.Exp(n.U + logr - logK)
		c.e[x], c.te[x] = math.Exp(-t), 0
		if c.e[x] > 0 {
			c.te[x] = t * c.e[x]
		}
		c.Value[x], c.More[x] = 0, 0
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
			c.Value[x] += share * e * both
			c.More[x] += share * (e*(a.more[x]*b.value[x]+a.value[x]*b.more[x]) + c.te[x]*both)
		}
	}
}

// pull sets dst to the mean of e f after one step: e is the factor of the place of f, and the step
// leads there.
func (c *Sum) pull(op chains.Operator, dst, f tilted) {
	for x, e := range c.e {
		c.buf[x] = e * f.value[x]
	}
	op.Pull(dst.value, c.buf)
	for x, e := range c.e {
		c.buf[x] = e*f.more[x] + c.te[x]*f.value[x]
	}
	op.Pull(dst.more, c.buf)
}

// The chain is first run at the lowest u plus Flat. Below that, whatever is integrated is s
// times a constant, up to a share of e^-36, so one value does for all. To run the chain there
// would harm: where the truth is 0 the roundings of pulls would be added up over all these u.
const Flat = 22

// Each visits all nodes n, after Reserve. Value and More are those of the node at, which is n
// itself or, near the lowest u, one above it. Whatever is integrated has at n scale times its
// value at the node at. first is the start of See.
func (c *Sum) Each(ctx context.Context, first []float64, visit func(n, at laplace.Node, scale float64)) error {
	low, high := c.Span()
	start := laplace.NodeAt(low + Flat)
	c.See(start, first)
	for n, err := range laplace.Nodes(ctx, len(c.P), low, high) {
		if err != nil {
			return err
		}
		if n.U < start.U {
			visit(n, start, n.S/start.S)
			continue
		}
		c.See(n, first)
		visit(n, n, 1)
	}
	return nil
}

// Rounded is the error of second moments that comes from the roundings of pulls, a few in each.
func (c *Sum) Rounded() float64 {
	low, _ := c.Span()
	return float64(c.K) * 0x1p-51 * (low + Flat) * (low + Flat)
}
