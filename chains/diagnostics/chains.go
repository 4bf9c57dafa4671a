package diagnostics

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
)

// Chains are the values of one function along a few chains, and what several diagnostics compute from
// them: it is computed once, when the first diagnostic asks for it. A Chains is not for several
// goroutines at a time.
type Chains struct {
	Values [][]float64 // by chain and step

	silent bool // no diagnostic has anything to say
	whole  *series
	split  *series // the halves
	scores *series // the normal scores of the halves
	ranks  *ranking
}

// NewChains returns chains of these values, a slice a chain. It panics if there is none, or if they differ
// in length.
func NewChains(values [][]float64) *Chains {
	if len(values) == 0 {
		panic("diagnostics: no chains")
	}
	n := len(values[0])
	for _, c := range values {
		if len(c) != n {
			panic(fmt.Sprintf("diagnostics: chains of %d and %d values", n, len(c)))
		}
	}
	return &Chains{Values: values, silent: n < fewest || !finite(values) || constant(values)}
}

// fewest is the length of the shortest chains that have diagnostics: halves then have variances.
const fewest = 4

// finite reports whether no value is infinite or NaN.
func finite(values [][]float64) bool {
	for _, c := range values {
		for _, v := range c {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

// constant reports whether all values of all chains are equal.
func constant(values [][]float64) bool {
	for _, c := range values {
		if floats.Max(c) != values[0][0] || floats.Min(c) != values[0][0] {
			return false
		}
	}
	return true
}

// series are the chains as they are.
func (c *Chains) series() *series {
	if c.whole == nil {
		c.whole = newSeries(c.Values)
	}
	return c.whole
}

// halves are the halved chains.
func (c *Chains) halves() *series {
	if c.split == nil {
		c.split = newSeries(halves(c.Values))
	}
	return c.split
}

// ranking ranks the values of the whole chains.
func (c *Chains) ranking() *ranking {
	if c.ranks == nil {
		c.ranks = newRanking(c.Values)
	}
	return c.ranks
}

// normalScores returns the normal scores of the halved chains.
func (c *Chains) normalScores() *series {
	if c.scores == nil {
		c.scores = newSeries(c.ranking().halves().normalScores())
	}
	return c.scores
}
