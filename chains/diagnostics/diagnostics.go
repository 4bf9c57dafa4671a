// Package diagnostics has the diagnostics that a benchmark of samplers (Turner and Neal 2017) compares
// with what is true: what people compute from the output of a few chains to judge whether it can be
// trusted. All see only the values of one function along the chains, one slice a chain, all of the same
// length; none sees the target:
//
//	c := diagnostics.NewChains(values)
//	fmt.Println(c.ESS(), c.RHat(), c.Geweke())
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
)

// Chains are the values of one function along a few chains.
type Chains struct {
	values           [][]float64 // by chain and step
	silent           bool        // no diagnostic has anything to say: too few values, odd ones, or all equal
	means, variances []float64   // by chain
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
	c := &Chains{values: values}
	c.silent = n < 4 || slices.ContainsFunc(all, odd) || !slices.ContainsFunc(all, other)
	if c.silent {
		return c
	}
	for _, v := range values {
		c.means = append(c.means, mean(v))
		c.variances = append(c.variances, variance(v))
	}
	return c
}

// ESS returns the draws of all chains over their autocorrelation time
//
//	tau = -1 + 2 sum_k (rho_{2k} + rho_{2k+1}),
//
// whose sum ends before the first pair that is not positive. No pair counts for more than the one
// before it: for reversible chains the true pairs are positive and fall.
//
// The autocorrelation at lag t is 1 - (W - gamma_t)/V. gamma_t is
// the mean autocovariance of the chains, W their mean variance, and V = W (n-1)/n + the variance
// of their means. At lag 0 it is 1. Chains that disagree thus stay correlated at all lags. For one chain
// these are its own autocorrelations, as in Geyer, less 1/(n-1): W is divided by n-1 and gamma_t by n.
//
// Two details are those of Stan: the even lag of the pair at which the sum ends counts once if it
// is positive, and tau is at least 1/log10(draws), since 1000 draws are never known to be worth
// more than 3000.
func (c *Chains) ESS() float64 {
	if c.silent {
		return math.NaN()
	}
	m, n := len(c.values), len(c.values[0])
	within := mean(c.variances)
	pooled := within * float64(n-1) / float64(n)
	if m > 1 {
		pooled += variance(c.means)
	}
	gamma := autocovariances(c.values, c.means)
	rho := func(t int) float64 {
		if t == 0 {
			return 1
		}
		return 1 - (within-gamma[t])/pooled
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

// RHat returns pooled over within variance of whole chains (Gelman and Rubin 1992, Section 2), with the factor of
// Brooks and Gelman 1998 for few chains: sqrt((d+3)/(d+1) V/W). W is the mean variance of the m chains, B/n the
// variance of their means, and V = W (n-1)/n + (1 + 1/m) B/n. d = 2 V^2/Var(V) are the degrees of freedom
// of V. It is NaN for one chain, and +Inf if all chains stand still at different values.
func (c *Chains) RHat() float64 {
	if c.silent || len(c.values) == 1 {
		return math.NaN()
	}
	m := float64(len(c.values))
	n := float64(len(c.values[0]))
	within := mean(c.variances)
	between := variance(c.means) // B/n
	v := within*(n-1)/n + (1+1/m)*between
	center := mean(c.means)
	squares := make([]float64, len(c.means))
	for i, x := range c.means {
		squares[i] = (x - center) * (x - center)
	}
	// Var(V) by the variances of W and B and their covariance.
	spread := (n-1)*(n-1)/(n*n)*variance(c.variances)/m +
		(1+1/m)*(1+1/m)*2*between*between/(m-1) +
		2*(n-1)/n*(1+1/m)*covariance(c.variances, squares)/m
	ratio := v / within
	if spread > 0 {
		d := 2 * v * v / spread
		ratio *= (d + 3) / (d + 1)
	}
	return math.Sqrt(ratio)
}

// Geweke returns Geweke's z of all chains together (Geweke 1992),
//
//	sum (mean A - mean B) / sqrt(sum (S_A/|A| + S_B/|B|)),
//
// which for one chain is his. A is the first tenth of a chain, B its second half, and S the
// spectrum at 0. It is NaN for chains below 20 values, whose A has no variance, and for chains
// that all stand still.
func (c *Chains) Geweke() float64 {
	n := len(c.values[0])
	if c.silent || n < 20 {
		return math.NaN()
	}
	difference, square := 0.0, 0.0
	for _, values := range c.values {
		a := values[:n/10]
		b := values[n-n/2:]
		difference += mean(a) - mean(b)
		square += spectrum(a)/float64(len(a)) + spectrum(b)/float64(len(b))
	}
	return difference / math.Sqrt(square)
}
