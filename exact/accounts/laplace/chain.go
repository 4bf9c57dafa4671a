package laplace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
)

// Let M be the mean of a function r >= 0 along a stationary chain of K states, and x the state at the first place of
// the chain, or at a place picked at random. A Chain knows E[M | x], P(M = 0 | x) and E[e^-sM | x].
//
// Two programs have weights with 1/ŵ = M. For the harmonic mean along a chain r is p_1/p. For the
// estimator of Chib, Murray and Salakhutdinov r(x) is T(x*|x)/p(x*).

// A Chain is the chain and r, and how far E[e^-sM | x] is from e^-s at a node. For the state x_j of place j
// the expectation is e(x) A_j(x) B_j(x), with e = e^(-sr/K) and
//
//	A_1 = 1, A_{j+1} = T̃(e A_j)        B_K = 1, B_{j-1} = T(e B_j)
//
// for the states to the left and to the right of place j. If M is nearly 1 the expectation is nearly e^-s,
// and what is left of it would be rounded away. So up to s = 32 e is e^(-s(r-1)/K), and A - 1 and B - 1 are
// carried in place of A and B: see tilted.
type Chain struct {
	P, LogP []float64 // the law of every state
	K       int
	R, LogR []float64 // r and log r

	// E[e^-sM | x] - e^-s and E[sM e^-sM | x] - s E[M | x] e^-s at the node that was seen last. If a chain
	// has the factor start(x_1) so has every term.
	Value, More []float64

	a           chains.Annealing // lowered
	deep        bool             // steps may have probabilities below every float
	op, Back    chains.Operator  // T and its reversal T̃
	places      int              // 1 if x is at the first, and K if it is at any
	stars, star int              // the x* of OverStars, and that which r is for
	left, right []tilted         // A and B by place
	own         tilted           // A with its own place
	e, less, t  []float64
}

// mostKept and mostPulled bound the numbers that the functions at one node take, and the
// cells that all pulls of an account visit: a few minutes' work.
const mostKept, mostPulled = 1 << 26, 1 << 34

// highestR is the largest size of log r that is taken. r, and its products in F, are then floats.
const highestR = 600

// newChain returns the chain of an annealing's kernel, aimed at the target p. If all is true x is the
// state at a place picked at random, and otherwise at the first. The caller sets R and LogR.
func newChain(a chains.Annealing, p, logp []float64, K int, all bool) *Chain {
	low, _ := a.Lowered()
	op, _ := low.Aimed(low.T(), 1)
	n := len(p)
	c := &Chain{a: low, op: op, Back: op.Reversal(), P: p, LogP: logp, K: K, places: 1}
	from, to := low.Ends()
	c.deep = max(chains.LogSpan(from), chains.LogSpan(to)) >= chains.MaxLogSpan
	if all {
		c.places = K
	}
	for _, v := range []*[]float64{&c.R, &c.LogR, &c.e, &c.less, &c.t, &c.Value, &c.More} {
		*v = make([]float64, n)
	}
	c.own = newTilted(1, n)[0]
	c.star = unaimed
	c.stars = unaimed
	return c
}

// Harmonic returns the chain with r = p_1/p, and with x the state at the first place. logw is
// log p/p_1. If r overflows the error is ErrTooLarge.
func Harmonic(a chains.Annealing, p, logp, logw []float64, K int) (*Chain, error) {
	c := newChain(a, p, logp, K, false)
	for x, by := range logw {
		c.LogR[x] = math.Inf(-1)
		if !math.IsInf(logp[x], -1) {
			c.LogR[x] = -by
			c.R[x] = math.Exp(-by)
		}
		if math.IsInf(c.R[x], 1) { // of weights from e^-709 down
			return nil, ErrTooLarge
		}
	}
	return c, nil
}

// The x* of a chain: a cell from 0 on, a draw from the target, or one whose r has been set.
const drawn, unaimed = -1, -2

// Into returns the chain with r(x) = T(x*|x)/p(x*) for each x* of OverStars, and with x the state at any place. If star
// is negative x* is a draw from the target, and otherwise it is star.
func Into(a chains.Annealing, p, logp []float64, K, star int) *Chain {
	c := newChain(a, p, logp, K, true)
	c.stars = max(star, drawn)
	return c
}

// Aim sets r to T(x*|x)/p(x*).
func (c *Chain) Aim(star int) {
	if star == c.star {
		return
	}
	c.star = star
	c.right = nil
	var unsure []int // cells from which floats have no digits of the step
	for x := range c.R {
		into := 0.
		if x == star {
			into = chains.StayProbability(c.op, x)
		} else {
			c.op.Row(x, func(y int, p float64) {
				if y == star {
					into = p
				}
			})
		}
		if c.deep && into < flows.LeastSure {
			unsure = append(unsure, x)
		}
		c.set(x, star, math.Log(into))
	}
	if unsure == nil {
		return
	}
	l := c.a.NewLevel()
	c.a.LevelAt(l, c.a.T())
	for i, into := range flows.LogInto(chains.On(c.a.Kernel, c.a.Grid), c.a.Grid, l, star, unsure...) {
		c.set(unsure[i], star, into)
	}
}

// set sets r(x), given log T(x*|x).
func (c *Chain) set(x, star int, into float64) {
	c.LogR[x] = into - c.LogP[star]
	c.R[x] = math.Exp(c.LogR[x])
}

// OverStars aims the sum at each x* and calls do with the probability of that x*.
func (c *Chain) OverStars(do func(share float64) error) error {
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

// Span is the range of u over which expectations of log M are integrated.
func (c *Chain) Span() (low, high float64) {
	logK := math.Log(float64(c.K))
	return Lowest - max(0, c.most()-logK), Highest + logK - c.least()
}

// least is the smallest log r of a cell with mass where r is not 0, and at most 0.
func (c *Chain) least() (least float64) {
	for x, logr := range c.LogR {
		if !math.IsInf(logr, -1) && !math.IsInf(c.LogP[x], -1) {
			least = min(least, logr)
		}
	}
	return least
}

// most is the largest log r, and at least 0.
func (c *Chain) most() (most float64) {
	for x, logr := range c.LogR {
		if !math.IsInf(c.LogP[x], -1) {
			most = max(most, logr)
		}
	}
	return most
}

// The chain is first run at the lowest u plus flat. Below that, whatever is integrated is s
// times a constant, up to a share of e^-36, so one value does for all. To run the chain there
// would harm: where the truth is 0 the roundings of pulls would be added up over all these u.
const flat = 22

// Each visits all nodes n, after Reserve. Value and More are those of the node at, which is n
// itself or, near the lowest u, one above it. Whatever is integrated has at n scale times its
// value at the node at.
func (c *Chain) Each(ctx context.Context, visit func(n, at Node, scale float64)) error {
	low, high := c.Span()
	start := NodeAt(low + flat)
	c.See(start)
	for n, err := range Nodes(ctx, len(c.P), low, high) {
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
func (c *Chain) Means() (means, logs []float64) { return c.means(c.R), c.logs(c.means) }

// FromFirst returns E[r(x_1) | x] and its logarithm likewise, for the state x_1 of the first place and x of any.
func (c *Chain) FromFirst() (means, logs []float64) { return c.fromFirst(c.R), c.logs(c.fromFirst) }

// logs are the logarithms of what is linear in r.
func (c *Chain) logs(linear func(r []float64) []float64) []float64 {
	sums := make([]LogSum, len(c.R))
	for shift, r := range Bands(c.LogR) {
		for x, m := range linear(r) {
			sums[x].Add(shift + chains.LogMass(m))
		}
	}
	return logsOf(sums)
}

func (c *Chain) means(r []float64) []float64 {
	if c.places == 1 {
		return c.along(c.op, r, func(int) float64 { return 1 / float64(c.K) })
	}
	// The places i apart are K - i pairs, of K² in all, on either side.
	pairs := func(i int) float64 { return float64(c.K-i) / float64(c.K) / float64(c.K) }
	m := c.along(c.op, r, pairs)
	left := c.along(c.Back, r, pairs)
	for x := range m {
		m[x] += left[x] - r[x]/float64(c.K)
	}
	return m
}

func (c *Chain) fromFirst(r []float64) []float64 {
	return c.along(c.Back, r, func(int) float64 { return 1 / float64(c.K) })
}

// along is the sum over i < K of share(i) times a function after i steps.
func (c *Chain) along(op chains.Operator, r []float64, share func(i int) float64) []float64 {
	sum := make([]float64, len(r))
	f := append([]float64(nil), r...)
	next := make([]float64, len(r))
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
func (c *Chain) None() []float64 {
	n := len(c.P)
	zero := make([]float64, n)
	ones := make([]float64, n)
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
			dst[x] = zero[x] * f[x] * chains.StayProbability(op, x)
			op.Row(x, func(y int, p float64) { dst[x] += p * zero[y] * f[y] })
		}
		return dst
	}
	right := [][]float64{ones}
	for len(right) < c.K {
		right = append(right, passing(c.op, right[len(right)-1]))
	}
	sum, left := make([]float64, n), ones
	for j := range c.places {
		for x := range sum {
			sum[x] += zero[x] * left[x] * right[c.K-1-j][x] / float64(c.places)
		}
		if j+1 < c.places {
			left = passing(c.Back, left)
		}
	}
	return sum
}

// A tilted is a function like A: an expectation of start Π e given x, over the places of a sum M'. one and sum
// are what it is at s = 0, E[start] and E[start M']. value and more are how far it is from there at a node:
// E[start (Π e - 1)] and E[start sM' (Π e - 1)]. From s = 32 on they are E[start Π e] and E[start sM' Π e].
type tilted struct{ one, sum, value, more []float64 }

// newTilted returns functions of n cells, one for each of so many places.
func newTilted(places, n int) (all []tilted) {
	for range places {
		all = append(all, tilted{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)})
	}
	return all
}

// Reserve makes room for the functions of all places, with the factor start(x_1) unless start is nil. A second
// call does nothing, unless Aim has set another r. The error is ErrTooLarge if these would take too
// much memory or time, or if r is too large.
func (c *Chain) Reserve(start []float64) error {
	n := len(c.P)
	low, high := c.Span()
	if c.most() > highestR || c.least() < -highestR || 4*n*c.K*min(c.places, 2) > mostKept ||
		(high-low)/Step*float64(4*n*c.K) > mostPulled {
		return ErrTooLarge
	}
	if c.right != nil {
		return nil
	}
	c.right = newTilted(c.K, n)
	c.left = newTilted(c.places, n)
	for x := range n {
		c.right[c.K-1].one[x], c.left[0].one[x] = 1, 1
		if start != nil {
			c.left[0].one[x] = start[x]
		}
	}
	c.inward(0, func(op chains.Operator, dst tilted) {
		op.Pull(dst.one, c.own.one)
		op.Pull(dst.sum, c.own.sum)
	})
	return nil
}

// inward goes from both ends of the chain to each place. pull takes what is in own to a next place.
func (c *Chain) inward(s float64, pull func(op chains.Operator, dst tilted)) {
	for j := c.K - 1; j > 0; j-- {
		c.place(s, c.right[j])
		pull(c.op, c.right[j-1])
	}
	for j := 1; j < len(c.left); j++ {
		c.place(s, c.left[j-1])
		pull(c.Back, c.left[j])
	}
}

// See computes Value and More at a node, with the start of Reserve.
func (c *Chain) See(n Node) {
	c.aim(n)
	s := 0. // where it counts; it may be infinite
	if n.Near() {
		s = n.S
	}
	c.inward(s, func(op chains.Operator, dst tilted) {
		op.Pull(dst.value, c.own.value)
		op.Pull(dst.more, c.own.more)
	})
	clear(c.Value)
	clear(c.More)
	for j, a := range c.left {
		c.place(s, a)
		c.join(n, c.right[j])
	}
}

// aim sets the factors of a place at a node, and the functions at the ends of the chain.
func (c *Chain) aim(n Node) {
	logK := math.Log(float64(c.K))
	first, last := c.left[0], c.right[c.K-1]
	clear(first.more)
	clear(last.more)
	for x, logr := range c.LogR {
		c.t[x] = math.Exp(n.U + logr - logK)
		if n.Near() {
			by := n.S / float64(c.K) * math.Expm1(logr)
			if logr > 1 {
				by = c.t[x] - n.S/float64(c.K)
			}
			c.less[x] = math.Expm1(-by)
			c.e[x] = 1 + c.less[x]
			first.value[x] = 0
			last.value[x] = 0
			continue
		}
		c.e[x] = math.Exp(-c.t[x])
		c.less[x] = 0
		first.value[x] = first.one[x]
		last.value[x] = 1
		if c.e[x] == 0 { // t may be infinite
			c.t[x] = 0
		}
	}
}

// place sets own to a function times the factor of its place: e is 1 + less up to s = 32, and beyond less is 0
// and s does not count.
func (c *Chain) place(s float64, f tilted) {
	for x, r := range c.R {
		one := f.one[x]
		sum := f.sum[x]
		value := f.value[x]
		c.own.one[x], c.own.sum[x] = one, sum+r/float64(c.K)*one
		c.own.value[x] = c.less[x]*one + c.e[x]*value
		c.own.more[x] = c.less[x]*(s*sum+c.t[x]*one) + c.e[x]*(f.more[x]+c.t[x]*value)
	}
}

// join adds a place to Value and More: own times the function to the right.
func (c *Chain) join(n Node, right tilted) {
	share := 1 / float64(len(c.left))
	for x, one := range c.own.one {
		sum := c.own.sum[x]
		value := c.own.value[x]
		more := c.own.more[x]
		v := right.value[x]
		m := right.more[x]
		if n.Near() {
			c.Value[x] += share * n.One * (value + (one+value)*v)
			c.More[x] += share * n.One * (more + (n.S*sum+more)*v + value*(n.S*right.sum[x]+m) + one*m)
			continue
		}
		c.Value[x] += share * value * v
		c.More[x] += share * (more*v + value*m)
		if n.One > 0 { // s may be infinite
			c.Value[x] -= share * n.One * one
			c.More[x] -= share * n.One * n.S * (sum + one*right.sum[x])
		}
	}
}

// Rounded bounds what the roundings of pulls add to an integral of Value times 2(u + γ), and to less than that
// without this factor. Each of K places has a rounding of its |less|, which is s |r - 1|/K on average, or 1;
// and there are the roundings of what is integrated. Over e^-s the former are no more than 4 |r - 1|.
func (c *Chain) Rounded(size float64) float64 {
	mean := 0.
	for x, logr := range c.LogR {
		if logr > 1 {
			mean += math.Exp(c.LogP[x] + logr)
		} else {
			mean += c.P[x] * math.Abs(math.Expm1(logr))
		}
	}
	return float64(c.K) * 0x1p-51 * (size + 4*mean)
}
