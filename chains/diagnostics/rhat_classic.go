package diagnostics

import "math"

var rhatClassic = Diagnostic{
	Name: "r-hat-classic", Kind: RHat,
	About:     "pooled over within variance of whole chains, with the correction for few chains",
	Cite:      "Gelman and Rubin 1992, Section 2; factor (d+3)/(d+1) of Brooks and Gelman 1998",
	Estimates: "ExactRHat of whole chains",
	Of:        guarded(classic),
	Fine:      below(1.1), // Gelman et al., Bayesian Data Analysis, 2nd edition
}

// classic returns sqrt((d+3)/(d+1) V/W). W is the mean variance of the m chains, B/n the variance
// of their means, and V = W (n-1)/n + (1 + 1/m) B/n. d = 2 V^2/Var(V) are the degrees of freedom
// of V. It is NaN for one chain, and +Inf if all chains stand still at different values.
func classic(chains *Chains) float64 {
	if len(chains.Values) == 1 {
		return math.NaN()
	}
	m, n := float64(len(chains.Values)), float64(len(chains.Values[0]))
	means, variances := chains.series().means, chains.series().variances
	within, between := mean(variances), variance(means) // between is B/n
	v := within*(n-1)/n + (1+1/m)*between
	center, squares := mean(means), make([]float64, len(means))
	for i, x := range means {
		squares[i] = (x - center) * (x - center)
	}
	// Var(V) by the variances of W and B and their covariance.
	spread := (n-1)*(n-1)/(n*n)*variance(variances)/m +
		(1+1/m)*(1+1/m)*2*between*between/(m-1) +
		2*(n-1)/n*(1+1/m)*covariance(variances, squares)/m
	ratio := v / within
	if d := 2 * v * v / spread; spread > 0 {
		ratio *= (d + 3) / (d + 1)
	}
	return math.Sqrt(ratio)
}
