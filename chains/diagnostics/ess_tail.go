package diagnostics

import "math"

var essTail = Diagnostic{
	Name: "ess-tail", Kind: ESS,
	About:     "the lesser ess-monotone of being below the 5% and the 95% quantile, of halved chains",
	Cite:      "Vehtari et al. 2021, tail-ESS; ESS as in their Section 3.2",
	Estimates: "the same as ess-monotone, for the events that h is at most its 5% and its 95% quantile: the lesser",
	Of:        guarded(tail),
	Fine:      hundredEach,
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
