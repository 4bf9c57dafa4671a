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

// A centred is a function less its mean, on the states with mass, with its variance.
type centred struct {
	g      []twice
	spread float64
}

// centred takes the mean off h. The differences from the heaviest state come first: if it has all mass
// but 1e-20, the function is of that size there.
func (c *Chain) centred(h []float64) centred {
	on, of := c.onMass(h), centred{}
	heaviest := on[floats.MaxIdx(c.p)]
	for _, v := range on {
		of.g = append(of.g, exactly(v, -heaviest))
	}
	shift := mean(c.p, of.g).negative()
	for x, p := range c.p {
		of.g[x] = of.g[x].plus(shift)
		of.spread += p * of.g[x].hi * of.g[x].hi
	}
	return of
}

// A Start is a law of the states with mass.
type Start []float64

// Start is the law s on the states with mass. It is an error if s begins anywhere else: no
// density-driven kernel says what it does there.
func (c *Chain) Start(s []float64) (Start, error) {
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
