package diagnostics

import "math"

var rhatSplit = Diagnostic{
	Name: "r-hat-split", Kind: RHat,
	About:     "pooled over within variance of halved chains",
	Cite:      "Gelman et al. 2013, Bayesian Data Analysis, 3rd edition, Eq. (11.4)",
	Estimates: "ExactRHat of half chains",
	Of:        guarded(func(chains [][]float64) float64 { return reduction(halves(chains)) }),
	Fine:      below(1.1), // Gelman et al. 2013, Section 11.4
}

// reduction returns sqrt(V/W), the factor by which the scale may yet shrink. It is +Inf if all
// chains stand still, not all at the same value, and NaN if there is nothing to compare.
func reduction(chains [][]float64) float64 {
	within, pooled := withinPooled(chains)
	return math.Sqrt(pooled / within)
}

// withinPooled returns W, the mean variance of the chains, and V = W (n-1)/n + the variance of
// their means, which is 0 for one chain.
func withinPooled(chains [][]float64) (within, pooled float64) {
	means, variances := moments(chains)
	n := float64(len(chains[0]))
	within = mean(variances)
	pooled = within * (n - 1) / n
	if len(chains) > 1 {
		pooled += variance(means)
	}
	return within, pooled
}

// ExactRHat returns what R-hat tends to as there are more and more chains of n values: sqrt(V/W)
// with V = W (n-1)/n + between. within is W, the mean over chains of their variances (divided by
// n-1), and between is the variance of the mean of a chain, whatever start it had.
func ExactRHat(n int, within, between float64) float64 {
	return math.Sqrt(float64(n-1)/float64(n) + between/within)
}
