package timeaverage

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Chain is a Markov chain that leaves a law invariant, written out as rows.
type Chain struct {
	p    []float64
	from []int     // the moves of state x are from[x] to from[x+1]
	to   []int     // where each move leads, never where it starts
	prob []float64 // its probability; the rest of a row is staying
}

// New writes out an operator that is aimed at the law p.
func New(op chains.Operator, p []float64) *Chain {
	c := &Chain{p: p, from: []int{0}}
	for x := range p {
		op.Row(x, func(y int, prob float64) {
			if prob > 0 {
				c.to, c.prob = append(c.to, y), append(c.prob, prob)
			}
		})
		c.from = append(c.from, len(c.to))
	}
	return c
}

// States is the number of states.
func (c *Chain) States() int { return len(c.p) }

// centred is h less its mean, with the variance of h. States without mass do not count, and
// the function is 0 in those where it is not finite.
func (c *Chain) centred(h []float64) (g []float64, variance float64) {
	if len(h) != len(c.p) {
		panic(fmt.Sprintf("timeaverage: a function on %d of %d states", len(h), len(c.p)))
	}
	mean := 0.0
	for x, p := range c.p {
		if p > 0 {
			mean += p * h[x]
		}
	}
	g = make([]float64, len(h))
	for x, v := range h {
		if c.p[x] > 0 || !math.IsInf(v, 0) {
			g[x] = v - mean
		}
		variance += c.p[x] * g[x] * g[x]
	}
	return g, variance
}

// checkStart panics unless s is a law on the states with mass.
func (c *Chain) checkStart(s []float64) {
	if len(s) != len(c.p) || math.Abs(floats.Sum(s)-1) > 1e-9 {
		panic("timeaverage: a start that is no law of the states")
	}
	for x, v := range s {
		if v > 0 && c.p[x] == 0 {
			panic(fmt.Sprintf("timeaverage: a start in state %d, which has no mass", x))
		}
	}
}
