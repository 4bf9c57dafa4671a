// Package diagnostics has the diagnostics that a benchmark of samplers (Turner and Neal 2017) compares with the truth.
// A user computes them from the output of a few chains, to judge whether it can be trusted. All see only the values of
// one function along the chains; none sees the target.
//
// A diagnostic is NaN in three cases: if all values are equal, because a stuck chain and a constant function look
// alike; if chains have fewer than four values; or if a value is infinite or NaN.
package diagnostics

import (
	"math"
	"slices"
)

// silent reports whether every diagnostic of values is NaN: they are too few, not all finite, or all equal.
func silent(values []float64) bool {
	odd := func(v float64) bool { return v-v != 0 }
	other := func(v float64) bool { return v != values[0] }
	return len(values) < 4 || slices.ContainsFunc(values, odd) || !slices.ContainsFunc(values, other)
}

// ESS returns the draws of a chain over its autocorrelation time
//
//	tau = -1 + 2 sum_k (rho_{2k} + rho_{2k+1}),
//
// The sum ends before the first pair that is not positive. No pair counts for more than the one before it: for
// reversible chains the true pairs are positive and fall.
//
// The autocorrelation at lag t is Geyer's, less 1/(n-1): 1 - (W - gamma_t)/V. Its autocovariance gamma_t is divided by
// n, the variance W by n-1, and V = W (n-1)/n. At lag 0 it is 1.
//
// Two details are Stan's. The even lag of the pair at which the sum ends counts once if it is positive. And tau is at
// least 1/log10(n): 1000 draws are never known to be worth more than 3000.
func ESS(chain []float64) float64 {
	if silent(chain) {
		return math.NaN()
	}
	n := float64(len(chain))
	within := variance(chain)
	pooled := within * (n - 1) / n
	gamma := laggedProducts(chain, mean(chain))
	rho := func(t int) float64 {
		if t == 0 {
			return 1
		}
		return 1 - (within-gamma[t]/n)/pooled
	}
	tau, last := -1.0, math.Inf(1)
	for t := 0; t+1 < len(chain); t += 2 {
		pair := rho(t) + rho(t+1)
		if pair <= 0 {
			tau += max(rho(t), 0)
			break
		}
		pair = min(pair, last)
		tau, last = tau+2*pair, pair
	}
	return n / max(tau, 1/math.Log10(n))
}

// RHat returns pooled over within variance of whole chains (Gelman and Rubin 1992, Section 2), with the factor of
// Brooks and Gelman (1998) for few chains: sqrt((d+3)/(d+1) V/W). W is the mean variance of the m chains, B/n the
// variance of their means, and V = W (n-1)/n + (1 + 1/m) B/n. d = 2 V^2/Var(V) are the degrees of freedom of V. All
// chains are of one length. It is NaN for one chain, and +Inf if all chains stand still at different values.
func RHat(chains [][]float64) float64 {
	if len(chains) == 1 || len(chains[0]) < 4 || silent(slices.Concat(chains...)) {
		return math.NaN()
	}
	var means, variances []float64
	for _, c := range chains {
		means = append(means, mean(c))
		variances = append(variances, variance(c))
	}
	m := float64(len(chains))
	n := float64(len(chains[0]))
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

// Geweke returns Geweke's z of a chain (Geweke 1992),
//
//	(mean A - mean B) / sqrt(S_A/|A| + S_B/|B|).
//
// A is the first tenth of the chain, B its second half, and S the spectrum at 0. It is NaN for a chain below 20 values,
// whose A has no variance.
func Geweke(chain []float64) float64 {
	n := len(chain)
	if n < 20 || silent(chain) {
		return math.NaN()
	}
	a := chain[:n/10]
	b := chain[n-n/2:]
	return (mean(a) - mean(b)) / math.Sqrt(spectrum(a)/float64(len(a))+spectrum(b)/float64(len(b)))
}
