package diagnostics

import "math"

var rhatSplit = Diagnostic{
	Name: "r-hat-split", Kind: RHat,
	About:     "pooled over within variance of halved chains",
	Cite:      "Gelman et al. 2013, Bayesian Data Analysis, 3rd edition, Eq. (11.4)",
	Estimates: "ExactRHat of half chains",
	Of:        guarded(func(c *Chains) float64 { return c.halves().reduction() }),
	Fine:      below(1.1), // Gelman et al. 2013, Section 11.4
}

// reduction returns sqrt(V/W), the factor by which the scale may yet shrink. It is +Inf if all
// chains stand still, not all at the same value, and NaN if there is nothing to compare.
func (s *series) reduction() float64 {
	within, pooled := s.withinPooled()
	return math.Sqrt(pooled / within)
}

// ExactRHat returns what R-hat estimates of chains of n values: sqrt(V/W) with V = W (n-1)/n + between.
// within is W, the expected variance of a chain (divided by n-1), and between is that of the chains'
// means.
func ExactRHat(n int, within, between float64) float64 {
	return math.Sqrt(float64(n-1)/float64(n) + between/within)
}
