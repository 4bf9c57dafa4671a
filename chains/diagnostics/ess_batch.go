package diagnostics

import "math"

var essBatch = Diagnostic{
	Name: "ess-batch", Kind: ESS,
	About:     "draws by the variance of the means of batches of sqrt(n) values; summed over chains",
	Cite:      "Flegal and Jones 2010, Section 3, batches of floor(sqrt n)",
	Estimates: asymptotic,
	Of:        guarded(func(c *Chains) float64 { return c.series().summed(batchMeans) }),
	Fine:      atLeast(enough), // Turner and Neal 2017
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
