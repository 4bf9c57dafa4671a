package diagnostics

var rhatRank = Diagnostic{
	Name: "r-hat-rank", Kind: RHat,
	About:     "the larger r-hat-split of the normal scores of h and of its distance from the median",
	Cite:      "Vehtari et al. 2021, rank-normalized split-R-hat and its folded form",
	Estimates: "ExactRHat of half chains, for normal scores of h and of its distance from the median: the larger",
	Of:        guarded(rankReduction),
	Fine:      below(1.01), // Vehtari et al. 2021
}

// rankReduction returns the larger R-hat of two. If all values are equally far from the median,
// as two values equally often, only the first is known.
func rankReduction(c *Chains) float64 {
	bulk := c.normalScores().reduction()
	spread := newSeries(c.ranking().halves().folded().normalScores()).reduction()
	if spread > bulk {
		return spread
	}
	return bulk
}
