package diagnostics

import "math"

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

// rankReduction returns the larger R-hat of two. If all values are equally far from the median,
// as two values equally often, only the first is known.
func rankReduction(c *Chains) float64 {
	bulk := c.scores().reduction()
	spread := newSeries(c.ranking().halves().folded().normalScores()).reduction()
	if spread > bulk {
		return spread
	}
	return bulk
}
