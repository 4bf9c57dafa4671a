package draws

import (
	"math"

	"breadboard/chains/evidence"
)

// power is how often what a verdict says it would have found is found.
const power = 0.9

// reach is the total variation from p of which any law would be accused by 9 of 10 such samples: that moves mass
// between pools, and is of as many draws, independent ones, as were kept. Pearson's statistic of n draws of q has the
// noncentrality n Σ (q-p)²/p, and that is at least n (2 TV)² by Cauchy and Schwarz.
func reach(kept, pools int, level float64) float64 {
	if pools < 2 {
		return math.NaN()
	}
	return min(1, math.Sqrt(evidence.Noncentrality(pools-1, level, power)/float64(kept))/2)
}

// suspicious is the p-value below which draws that fit are not yet cleared.
const suspicious = 0.01

// more is how many times as many draws would accuse, if the law is as far off as these draws show: the statistic less
// its degrees of freedom is the noncentrality, and rises with the number of draws. It is 0 where p is not low.
func more(f evidence.Pearson, level float64) float64 {
	if !(f.P <= suspicious) {
		return 0
	}
	return evidence.Noncentrality(f.DF, level, power) / (f.Statistic - float64(f.DF))
}
