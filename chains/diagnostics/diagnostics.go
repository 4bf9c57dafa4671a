// Package diagnostics has the diagnostics of the literature: what people compute from the output
// of a few chains to judge whether it can be trusted. Each is one line of the Catalogue and names
// the paper that defines it. All see only the values of one function along the chains, one slice a
// chain, all of the same length; none sees the target. All diagnostics of some chains take one Chains,
// which shares their work:
//
//	c := diagnostics.NewChains(values)
//	for _, d := range diagnostics.Catalogue {
//		fmt.Println(d.Name, d.Of(c))
//	}
//
// Where a diagnostic has nothing to say it is NaN, and NaN is never fine:
//
//   - if all values of all chains are equal: a chain that is stuck and a function that is constant
//     look alike;
//   - if chains have fewer than four values, or a value is infinite or NaN;
//   - if there is one chain, for the R-hat that compares whole chains.
//
// Chains that each stand still, at different values, have R-hat +Inf and a small ESS: 0, or about
// half a draw for each chain or half chain that is compared. Of them the tests are NaN.
package diagnostics

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// A Kind is the scale of a diagnostic.
type Kind string

// ESS counts independent draws, for all chains together. RHat is a ratio of standard deviations
// and near 1 where all is well. Score is standard normal there, and PValue uniform on [0, 1].
const (
	ESS    Kind = "ESS"
	RHat   Kind = "R-hat"
	Score  Kind = "z"
	PValue Kind = "p"
)

// A Diagnostic is a number computed from chains.
type Diagnostic struct {
	Name      string // as "ess-monotone"
	Kind      Kind
	About     string
	Cite      string // the paper and its equation
	Estimates string // the exact number that the diagnostic tries to find
	Of        func(c *Chains) float64
	// Fine is the customary rule: whether this value says that all is well, for so many chains.
	Fine func(value float64, chains int) bool
}

// guarded returns the diagnostic that is NaN where none has anything to say, and f elsewhere.
func guarded(f func(c *Chains) float64) func(c *Chains) float64 {
	return func(c *Chains) float64 {
		if c.silent {
			return math.NaN()
		}
		return f(c)
	}
}

// atLeast is the rule that a value is fine from a threshold on.
func atLeast(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value >= threshold }
}

// below is the rule that a value is fine below a threshold, and not at it.
func below(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value < threshold }
}

// enough is the number of effective draws that Turner and Neal (2017) call a success.
const enough = 12

// Catalogue has every diagnostic.
var Catalogue = []Diagnostic{
	essPositive,
	essMonotone,
	essBatch,
	essOverlapping,
	essAutoregressive,
	essBulk,
	essTail,
	rhatClassic,
	rhatSplit,
	rhatRank,
	geweke,
	heidelberger,
}

// Chains are the values of one function along a few chains, and what several diagnostics compute from
// them: it is computed once, when the first diagnostic asks for it. A Chains is not for several
// goroutines at a time.
type Chains struct {
	Values [][]float64 // by chain and step

	silent  bool // no diagnostic has anything to say
	series  func() *series
	halves  func() *series  // the halved chains
	scores  func() *series  // the normal scores of the halves
	ranking func() *ranking // of the values of the whole chains
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
	c := &Chains{Values: values, silent: n < fewest || !finite(values) || constant(values)}
	c.series = sync.OnceValue(func() *series { return newSeries(values) })
	c.halves = sync.OnceValue(func() *series { return newSeries(halves(values)) })
	c.ranking = sync.OnceValue(func() *ranking { return newRanking(values) })
	c.scores = sync.OnceValue(func() *series { return newSeries(c.ranking().halves().normalScores()) })
	return c
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
