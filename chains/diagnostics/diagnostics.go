// Package diagnostics has the diagnostics that a benchmark of samplers (Turner and Neal 2017) compares
// with what is true: what people compute from the output of a few chains to judge whether it can be
// trusted. Each is one line of the Catalogue and names the paper that defines it. All see only the
// values of one function along the chains, one slice a chain, all of the same length; none sees the
// target. All diagnostics of some chains take one Chains, which shares their work:
//
//	c := diagnostics.NewChains(values)
//	for _, d := range diagnostics.Catalogue {
//		fmt.Println(d.Name, d.Of(c))
//	}
//
// Where a diagnostic has nothing to say it is NaN:
//
//   - if all values of all chains are equal: a chain that is stuck and a function that is constant
//     look alike;
//   - if chains have fewer than four values, or a value is infinite or NaN;
//   - if there is one chain, for the R-hat that compares whole chains.
//
// Chains that each stand still, at different values, have R-hat +Inf and an ESS of about a draw for each.
// Of them Geweke's z is NaN.
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
// and near 1 where all is well. Score is standard normal there.
const (
	ESS   Kind = "ESS"
	RHat  Kind = "R-hat"
	Score Kind = "z"
)

// A Diagnostic is a number computed from chains.
type Diagnostic struct {
	Name string // as "ess-monotone"
	Kind Kind
	Of   func(c *Chains) float64
}

// Catalogue has every diagnostic. It is NaN where none has anything to say.
var Catalogue = guarded([]Diagnostic{
	// Draws over the autocorrelation time, whose pairs of lags are positive and made to fall: the initial monotone
	// sequence of Geyer 1992, Section 3.3; for several chains Vehtari et al. 2021, Section 3.2.
	{"ess-monotone", ESS, func(c *Chains) float64 { return c.series().geyer() }},
	// Pooled over within variance of whole chains (Gelman and Rubin 1992, Section 2), with the factor (d+3)/(d+1) of
	// Brooks and Gelman 1998 for few chains.
	{"r-hat-classic", RHat, classic},
	// The first tenth of chains against their last half, over its standard error (Geweke 1992). Spectra are by
	// autoregression, as in coda (Plummer et al. 2006).
	{"geweke", Score, drift},
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

	silent bool // no diagnostic has anything to say: too few values, odd ones, or all equal
	series func() *series
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
	odd := func(v float64) bool { return v-v != 0 }
	other := func(v float64) bool { return v != all[0] }
	c := &Chains{Values: values}
	c.silent = n < 4 || slices.ContainsFunc(all, odd) || !slices.ContainsFunc(all, other)
	c.series = sync.OnceValue(func() *series { return newSeries(values) })
	return c
}

// geyer returns the draws of all chains over their autocorrelation time
//
//	tau = -1 + 2 sum_k (rho_{2k} + rho_{2k+1}),
//
// whose sum ends before the first pair that is not positive. No pair counts for more than the one
// before it: for reversible chains the true pairs are positive and fall.
//
// The autocorrelation at lag t is 1 - (W - gamma_t)/V (Vehtari et al. 2021, Section 3.2). gamma_t is
// the mean autocovariance of the chains, W their mean variance, and V = W (n-1)/n + the variance
// of their means. At lag 0 it is 1. Chains that disagree thus stay correlated at all lags. For one chain
// these are its own autocorrelations, as in Geyer, less 1/(n-1): W is divided by n-1 and gamma_t by n.
//
// Two details are those of Stan: the even lag of the pair at which the sum ends counts once if it
// is positive, and tau is at least 1/log10(draws), since 1000 draws are never known to be worth
// more than 3000.
func (s *series) geyer() float64 {
	m, n := len(s.chains), len(s.chains[0])
	within, pooled := s.withinPooled()
	rho := func(t int) float64 {
		if t == 0 {
			return 1
		}
		return 1 - (within-s.gamma(t))/pooled
	}
	tau, last := -1.0, math.Inf(1)
	for t := 0; t+1 < n; t += 2 {
		pair := rho(t) + rho(t+1)
		if pair <= 0 {
			tau += max(rho(t), 0)
			break
		}
		pair = min(pair, last)
		tau, last = tau+2*pair, pair
	}
	total := float64(m * n)
	return total / max(tau, 1/math.Log10(total))
}

// classic returns sqrt((d+3)/(d+1) V/W). W is the mean variance of the m chains, B/n the variance
// of their means, and V = W (n-1)/n + (1 + 1/m) B/n. d = 2 V^2/Var(V) are the degrees of freedom
// of V. It is NaN for one chain, and +Inf if all chains stand still at different values.
func classic(chains *Chains) float64 {
	if len(chains.Values) == 1 {
		return math.NaN()
	}
	m := float64(len(chains.Values))
	n := float64(len(chains.Values[0]))
	means := chains.series().means
	variances := chains.series().variances
	within := mean(variances)
	between := variance(means) // B/n
	v := within*(n-1)/n + (1+1/m)*between
	center := mean(means)
	squares := make([]float64, len(means))
	for i, x := range means {
		squares[i] = (x - center) * (x - center)
	}
	// Var(V) by the variances of W and B and their covariance.
	spread := (n-1)*(n-1)/(n*n)*variance(variances)/m +
		(1+1/m)*(1+1/m)*2*between*between/(m-1) +
		2*(n-1)/n*(1+1/m)*covariance(variances, squares)/m
	ratio := v / within
	if spread > 0 {
		d := 2 * v * v / spread
		ratio *= (d + 3) / (d + 1)
	}
	return math.Sqrt(ratio)
}

// drift returns Geweke's z of all chains together,
//
//	sum (mean A - mean B) / sqrt(sum (S_A/|A| + S_B/|B|)),
//
// which for one chain is his. A is the first tenth of a chain, B its second half, and S the
// spectrum at 0. It is NaN for chains below 20 values, whose A has no variance, and for chains
// that all stand still.
func drift(chains *Chains) float64 {
	n := len(chains.Values[0])
	if n < 20 {
		return math.NaN()
	}
	difference, square := 0.0, 0.0
	for _, c := range chains.Values {
		a := c[:n/10]
		b := c[n-n/2:]
		difference += mean(a) - mean(b)
		square += spectrum(a)/float64(len(a)) + spectrum(b)/float64(len(b))
	}
	return difference / math.Sqrt(square)
}
