package diagnostics

var essBulk = Diagnostic{
	Name: "ess-bulk", Kind: ESS,
	About:     "ess-monotone of the normal scores of halved chains",
	Cite:      "Vehtari et al. 2021, bulk-ESS; ESS as in their Section 3.2",
	Estimates: "the same as ess-monotone, for the normal scores of h instead of h",
	Of:        guarded(func(c *Chains) float64 { return c.normalScores().geyer(true) }),
	Fine:      hundredEach,
}

// hundredEach is the rule of Vehtari et al. (2021): 400 for four chains, 100 for each.
func hundredEach(value float64, chains int) bool { return value >= 100*float64(chains) }
