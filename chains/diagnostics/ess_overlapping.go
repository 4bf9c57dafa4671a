package diagnostics

import "math"

var essOverlapping = Diagnostic{
	Name: "ess-overlapping", Kind: ESS,
	About:     "draws by the means of all runs of sqrt(n) values, overlapping; summed over chains",
	Cite:      "Flegal and Jones 2010, Section 3, batches of floor(sqrt n); Meketon and Schmeiser 1984",
	Estimates: asymptotic,
	Of:        guarded(func(c *Chains) float64 { return c.series().summed(overlappingMeans) }),
	Fine:      atLeast(enough), // Turner and Neal 2017
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
