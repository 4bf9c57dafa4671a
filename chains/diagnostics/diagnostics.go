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
	"slices"
	"sync"
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

// atLeast is the rule that a value is fine from a threshold on.
func atLeast(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value >= threshold }
}

// below is the rule that a value is fine below a threshold, and not at it.
func below(threshold float64) func(value float64, chains int) bool {
	return func(value float64, _ int) bool { return value < threshold }
}

// hundredEach is the rule of Vehtari et al. (2021): 400 for four chains, 100 for each.
func hundredEach(value float64, chains int) bool { return value >= 100*float64(chains) }

// enough is the number of effective draws that Turner and Neal (2017) call a success.
const enough = 12

// asymptotic is the exact counterpart of an ESS.
const asymptotic = "draws x Var_p[h] / asymptotic variance of h; RESS of the mean of all chains tends to it"

// Catalogue has every diagnostic. It is NaN where none has anything to say.
var Catalogue = guarded([]Diagnostic{
	{"ess-positive", ESS, "draws over the autocorrelation time, summed while pairs of lags are positive",
		"Geyer 1992, Section 3.3, initial positive sequence; several chains: Vehtari et al. 2021, Section 3.2",
		asymptotic, func(c *Chains) float64 { return c.series().geyer(false) }, atLeast(enough)},
	{"ess-monotone", ESS, "draws over the autocorrelation time, pairs of lags positive and made to fall",
		"Geyer 1992, Section 3.3, initial monotone sequence; several chains: Vehtari et al. 2021, Section 3.2",
		asymptotic, func(c *Chains) float64 { return c.series().geyer(true) }, atLeast(enough)},
	{"ess-batch", ESS, "draws by the variance of the means of batches of sqrt(n) values; summed over chains",
		"Flegal and Jones 2010, Section 3, batches of floor(sqrt n)",
		asymptotic, func(c *Chains) float64 { return c.series().summed(batchMeans) }, atLeast(enough)},
	{"ess-overlapping", ESS, "draws by the means of all runs of sqrt(n) values, overlapping; summed over chains",
		"Flegal and Jones 2010, Section 3, batches of floor(sqrt n); Meketon and Schmeiser 1984",
		asymptotic, func(c *Chains) float64 { return c.series().summed(overlappingMeans) }, atLeast(enough)},
	{"ess-autoregressive", ESS, "draws by the spectrum at 0 of a fitted autoregression; summed over chains",
		"Plummer et al. 2006 (coda, effectiveSize); Thompson 2010",
		asymptotic, autoregressiveDraws, atLeast(enough)},
	{"ess-bulk", ESS, "ess-monotone of the normal scores of halved chains",
		"Vehtari et al. 2021, bulk-ESS; ESS as in their Section 3.2",
		"the same as ess-monotone, for the normal scores of h instead of h",
		func(c *Chains) float64 { return c.scores().geyer(true) }, hundredEach},
	{"ess-tail", ESS, "the lesser ess-monotone of being below the 5% and the 95% quantile, of halved chains",
		"Vehtari et al. 2021, tail-ESS; ESS as in their Section 3.2",
		"the same as ess-monotone, for the events that h is at most its 5% and its 95% quantile: the lesser",
		tail, hundredEach},
	{"r-hat-classic", RHat, "pooled over within variance of whole chains, with the correction for few chains",
		"Gelman and Rubin 1992, Section 2; factor (d+3)/(d+1) of Brooks and Gelman 1998",
		"ExactRHat of whole chains", classic, below(1.1)}, // Gelman et al., Bayesian Data Analysis, 2nd edition
	{"r-hat-split", RHat, "pooled over within variance of halved chains",
		"Gelman et al. 2013, Bayesian Data Analysis, 3rd edition, Eq. (11.4)",
		"ExactRHat of half chains", func(c *Chains) float64 { return c.halves().reduction() }, below(1.1)}, // Section 11.4
	{"r-hat-rank", RHat, "the larger r-hat-split of the normal scores of h and of its distance from the median",
		"Vehtari et al. 2021, rank-normalized split-R-hat and its folded form",
		"ExactRHat of half chains, for normal scores of h and of its distance from the median: the larger",
		rankReduction, below(1.01)}, // Vehtari et al. 2021
	{"geweke", Score, "the first tenth of chains against their last half, over its standard error",
		"Geweke 1992; spectra by autoregression as in coda (Plummer et al. 2006)",
		"the drift of the mean over its standard error: 0 if chains start from p",
		drift, func(z float64, _ int) bool { return math.Abs(z) < 1.96 }}, // 5%, two-sided
	{"heidelberger-welch", PValue,
		"a test that partial sums of chains are a Brownian bridge, before any value is discarded",
		"Heidelberger and Welch 1983, Cramer-von Mises; spectrum as in coda (Plummer et al. 2006)",
		"a p-value: uniform if chains start from p",
		stationarity, atLeast(0.05)}, // Heidelberger and Welch 1983; coda's default
})

func guarded(all []Diagnostic) []Diagnostic {
	for i, d := range all {
		all[i].Of = func(c *Chains) float64 {
			if c.silent {
				return math.NaN()
			}
			return d.Of(c)
		}
	}
	return all
}

// Chains are the values of one function along a few chains, and what several diagnostics compute from
// them: it is computed once, when the first diagnostic asks for it. A Chains is not for several
// goroutines at a time.
type Chains struct {
	Values [][]float64 // by chain and step

	silent  bool // no diagnostic has anything to say: too few values, odd ones, or all equal
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
	all := slices.Concat(values...)
	odd, other := func(v float64) bool { return v-v != 0 }, func(v float64) bool { return v != all[0] }
	c := &Chains{Values: values} // halves of four values have variances
	c.silent = n < 4 || slices.ContainsFunc(all, odd) || !slices.ContainsFunc(all, other)
	c.series = sync.OnceValue(func() *series { return newSeries(values) })
	c.halves = sync.OnceValue(func() *series { return newSeries(halves(values)) })
	c.ranking = sync.OnceValue(func() *ranking { return newRanking(values) })
	c.scores = sync.OnceValue(func() *series { return newSeries(c.ranking().halves().normalScores()) })
	return c
}
