package timeaverage

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Chain is a Markov chain that leaves a law invariant, written out as rows. It has only the
// states with mass, which the chain never leaves.
type Chain struct {
	size   int       // the number of states, with mass or without
	states []int     // those with mass, in order
	p      []float64 // their masses
	from   []int     // what state x leads to are the entries from[x] to from[x+1]
	to     []int     // the next state, which may be x itself
	prob   []float64 // its probability
}

// New writes out an operator that is aimed at the law p. A state whose mass is below any float has none:
// instead of moving there the chain stays.
func New(op chains.Operator, p []float64) *Chain {
	c := &Chain{size: len(p), from: []int{0}}
	place := make([]int, len(p))
	for x, mass := range p {
		if mass > 0 {
			place[x] = len(c.states)
			c.states, c.p = append(c.states, x), append(c.p, mass)
		}
	}
	for i, x := range c.states {
		stay, own := chains.Stay(op, x), len(c.to)
		c.to, c.prob = append(c.to, i), append(c.prob, 0)
		op.Row(x, func(y int, prob float64) {
			if p[y] == 0 {
				stay += prob
			} else if prob > 0 {
				c.to, c.prob = append(c.to, place[y]), append(c.prob, prob)
			}
		})
		c.prob[own] = stay
		c.from = append(c.from, len(c.to))
	}
	return c
}

// States is the number of states, with mass or without: the length of functions and of starts.
func (c *Chain) States() int { return c.size }

// onMass picks the values at the states with mass.
func (c *Chain) onMass(values []float64) []float64 {
	if len(values) != c.size {
		panic(fmt.Sprintf("timeaverage: %d values for %d states", len(values), c.size))
	}
	picked := make([]float64, len(c.states))
	for i, x := range c.states {
		picked[i] = values[x]
	}
	return picked
}

// centred is h less its mean on the states with mass, with its variance. The differences from the
// heaviest state come first: if it has all mass but 1e-20, the function is of that size there.
func (c *Chain) centred(h []float64) (g []float64, variance float64) {
	g = c.onMass(h)
	floats.AddConst(-g[floats.MaxIdx(c.p)], g)
	floats.AddConst(-floats.Dot(c.p, g)/floats.Sum(c.p), g)
	for x, p := range c.p {
		variance += p * g[x] * g[x]
	}
	return g, variance
}

// start is the law s on the states with mass. It is an error if s begins anywhere else: no
// density-driven kernel says what it does there.
func (c *Chain) start(s []float64) ([]float64, error) {
	on := c.onMass(s)
	if math.Abs(floats.Sum(s)-1) > 1e-9 {
		panic("timeaverage: a start that is no law")
	}
	if floats.Sum(on) == floats.Sum(s) {
		return on, nil
	}
	at := 0
	for x, v := range s {
		if i := len(c.states); v > 0 && (at == i || c.states[at] != x) {
			return nil, fmt.Errorf("a start in state %d, whose mass is 0; a state with mass would do", x)
		}
		if at < len(c.states) && c.states[at] == x {
			at++
		}
	}
	return on, nil
}
