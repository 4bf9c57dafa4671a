package stationary

import (
	"math"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// A tilted is a function like A: an expectation of start Π e given x, over the places of a sum M'. one and sum
// are what it is at s = 0, E[start] and E[start M']. value and more are how far it is from there at a node:
// E[start (Π e - 1)] and E[start sM' (Π e - 1)]. From s = 32 on they are E[start Π e] and E[start sM' Π e].
type tilted struct{ one, sum, value, more []float64 }

func newTilted(n int) tilted {
	return tilted{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
}

func newAll(places, n int) []tilted {
	all := make([]tilted, places)
	for j := range all {
		all[j] = newTilted(n)
	}
	return all
}

// Reserve makes room for the functions of all places, with the factor start(x_1) unless start is nil. A second
// call does nothing, unless Aim has set another r. The error is laplace.ErrTooLarge if these would take too
// much memory or time, or if r is too large.
func (c *Sum) Reserve(start []float64) error {
	n, functions := len(c.P), 4
	if c.all {
		functions = 8
	}
	low, high := c.Span()
	if c.Most() > highestR || functions*n*c.K > mostKept || (high-low)/laplace.Step*float64(4*n*c.K) > mostPulled {
		return laplace.ErrTooLarge
	}
	if c.right != nil {
		return nil
	}
	c.right, c.left = newAll(c.K, n), newAll(1, n)
	if c.all {
		c.left = newAll(c.K, n)
	}
	for x := range n {
		c.right[c.K-1].one[x], c.left[0].one[x] = 1, 1
		if start != nil {
			c.left[0].one[x] = start[x]
		}
	}
	plainly := func(op chains.Operator, dst, f tilted) {
		c.place(0, f)
		op.Pull(dst.one, c.own.one)
		op.Pull(dst.sum, c.own.sum)
	}
	for j := c.K - 1; j > 0; j-- {
		plainly(c.op, c.right[j-1], c.right[j])
	}
	for j := 1; j < len(c.left); j++ {
		plainly(c.back, c.left[j], c.left[j-1])
	}
	return nil
}

// See computes Value and More at a node, with the start of Reserve.
func (c *Sum) See(n laplace.Node) {
	c.aim(n)
	s := 0. // where it counts; it may be infinite
	if n.Near() {
		s = n.S
	}
	step := func(op chains.Operator, dst, f tilted) {
		c.place(s, f)
		op.Pull(dst.value, c.own.value)
		op.Pull(dst.more, c.own.more)
	}
	for j := c.K - 1; j > 0; j-- {
		step(c.op, c.right[j-1], c.right[j])
	}
	for j := 1; j < len(c.left); j++ {
		step(c.back, c.left[j], c.left[j-1])
	}
	clear(c.Value)
	clear(c.More)
	for j, a := range c.left {
		c.place(s, a)
		c.join(n, c.right[j])
	}
}

// aim sets the factors of a place at a node, and the functions at the ends of the chain.
func (c *Sum) aim(n laplace.Node) {
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
			c.e[x], first.value[x], last.value[x] = 1+c.less[x], 0, 0
			continue
		}
		c.e[x], c.less[x], first.value[x], last.value[x] = math.Exp(-c.t[x]), 0, first.one[x], 1
		if c.e[x] == 0 { // t may be infinite
			c.t[x] = 0
		}
	}
}

// place sets own to a function times the factor of its place: e is 1 + less up to s = 32, and beyond less is 0
// and s does not count.
func (c *Sum) place(s float64, f tilted) {
	for x, r := range c.R {
		one, sum, value := f.one[x], f.sum[x], f.value[x]
		c.own.one[x], c.own.sum[x] = one, sum+r/float64(c.K)*one
		c.own.value[x] = c.less[x]*one + c.e[x]*value
		c.own.more[x] = c.less[x]*(s*sum+c.t[x]*one) + c.e[x]*(f.more[x]+c.t[x]*value)
	}
}

// join adds a place to Value and More: own times the function to the right.
func (c *Sum) join(n laplace.Node, right tilted) {
	share := 1 / float64(len(c.left))
	for x, one := range c.own.one {
		sum, value, more, v, m := c.own.sum[x], c.own.value[x], c.own.more[x], right.value[x], right.more[x]
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
func (c *Sum) Rounded(size float64) float64 {
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
