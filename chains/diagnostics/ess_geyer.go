package diagnostics

import "math"

var essPositive = Diagnostic{
	Name: "ess-positive", Kind: ESS,
	About:     "draws over the autocorrelation time, summed while pairs of lags are positive",
	Cite:      "Geyer 1992, Section 3.3, initial positive sequence; several chains: Vehtari et al. 2021, Section 3.2",
	Estimates: asymptotic,
	Of:        guarded(func(c *Chains) float64 { return c.series().geyer(false) }),
	Fine:      atLeast(enough), // Turner and Neal 2017
}

var essMonotone = Diagnostic{
	Name: "ess-monotone", Kind: ESS,
	About:     "draws over the autocorrelation time, pairs of lags positive and made to fall",
	Cite:      "Geyer 1992, Section 3.3, initial monotone sequence; several chains: Vehtari et al. 2021, Section 3.2",
	Estimates: asymptotic,
	Of:        guarded(func(c *Chains) float64 { return c.series().geyer(true) }),
	Fine:      atLeast(enough), // Turner and Neal 2017
}

// asymptotic is the exact counterpart of an ESS.
const asymptotic = "draws x Var_p[h] / asymptotic variance of h; RESS of the mean of all chains tends to it"

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
