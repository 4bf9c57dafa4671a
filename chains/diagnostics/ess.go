package diagnostics

import "math"

// geyer returns the draws of all chains over their autocorrelation time
//
//	tau = -1 + 2 sum_k (rho_{2k} + rho_{2k+1}),
//
// whose sum ends before the first pair that is not positive. If monotone, no pair counts for
// more than the one before it. For reversible chains the true pairs are positive and fall.
//
// The autocorrelation at lag t is 1 - (W - gamma_t)/V (Vehtari et al. 2021, Section 3.2). gamma_t is
// the mean autocovariance of the chains, W their mean variance, and V = W (n-1)/n + the variance
// of their means. At lag 0 it is 1. Chains that disagree thus stay correlated at all lags. For one chain
// these are its own autocorrelations, as in Geyer, less 1/(n-1): W is divided by n-1 and gamma_t by n.
//
// Two details are those of Stan: the even lag of the pair at which the sum ends counts once if it
// is positive, and tau is at least 1/log10(draws), since 1000 draws are never known to be worth
// more than 3000.
func (s *series) geyer(monotone bool) float64 {
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
		if monotone {
			pair = min(pair, last)
		}
		tau, last = tau+2*pair, pair
	}
	total := float64(m * n)
	return total / max(tau, 1/math.Log10(total))
}

// batchMeans returns the effective draws of one chain of variance s2. Its a batches of b = floor(sqrt n) values
// have means Y_k, and the asymptotic variance is b times the variance of the Y_k. Values after
// the last whole batch are left out of these, as the last 39 of 1000: 31 batches of 31 are 961.
func batchMeans(x []float64, s2 float64) float64 {
	b := int(math.Sqrt(float64(len(x))))
	var means []float64
	for len(x) >= (len(means)+1)*b {
		means = append(means, mean(x[len(means)*b:][:b]))
	}
	return draws(len(x), s2, float64(b)*variance(means))
}

// overlappingMeans returns the effective draws of one chain of n values and variance s2. The n - b + 1 runs of
// b = floor(sqrt n) values have means Y_j, and the asymptotic variance is estimated by
//
//	n b / ((n - b)(n - b + 1)) sum_j (Y_j - mean of all)^2.
func overlappingMeans(x []float64, s2 float64) float64 {
	n, b := len(x), int(math.Sqrt(float64(len(x))))
	center, sum, squares := mean(x), 0.0, 0.0
	for i, v := range x {
		sum += v - center
		if i >= b {
			sum -= x[i-b] - center
		}
		if i >= b-1 {
			squares += (sum / float64(b)) * (sum / float64(b))
		}
	}
	spectrum := float64(n) * float64(b) / (float64(n-b) * float64(n-b+1)) * squares
	return draws(n, s2, spectrum)
}

// tail returns the lesser ESS of two events. An event that holds always has none, as that of
// values up to the 95% quantile, if the largest value is that common: on a lattice it may be. It
// is left out, and if both are, the result is NaN.
func tail(c *Chains) float64 {
	all, least := c.ranking(), math.NaN()
	parts, largest := all.halves(), all.sorted(all.total()-1)
	for _, p := range []float64{0.05, 0.95} {
		limit := all.quantile(p)
		if limit >= largest {
			continue
		}
		if ess := newSeries(parts.upTo(limit)).geyer(true); !(ess >= least) {
			least = ess
		}
	}
	return least
}
