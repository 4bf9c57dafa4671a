package columns

import "slices"

// scoreColumns are the columns of `breadboard score`: a kernel on a density, with a function, a start and
// a budget, a row.
var scoreColumns = []Column{
	{Name: "density", Kind: Text, Meaning: "the density, as list --zoo, --toy or --target names it"},
	{Name: "seed", Kind: Natural, Meaning: "seed of a random toy", When: "the density is a random toy"},
	{Name: "kernel", Kind: Text, Meaning: "the Markov kernel"},
	{Name: "function", Kind: Text, Meaning: "the function h whose mean is estimated"},
	{Name: "start", Kind: Text, Meaning: "where the chain starts: exact, fit, lightest, worst or cell:I"},
	{Name: "budget", Kind: Integer, Meaning: "what the chain may use, in what --equal counts: steps, evaluations of the " +
		"density, or microseconds"},
	{Name: "N", Kind: Integer, Meaning: "the number of steps that the budget buys; the start is not counted"},
	{Name: "ress", Kind: Number, Unit: pure, Meaning: "real effective sample size: the variance of h over mse " +
		"(Turner and Neal 2017)"},
	{Name: "mse", Kind: Number, Meaning: "mean squared error of the time average of h: bias² + variance"},
	{Name: "bias", Kind: Number, Meaning: "bias of the time average, from the start"},
	{Name: "variance", Kind: Number, Meaning: "variance of the time average"},
	{Name: "eff", Kind: Number, Unit: pure, Meaning: "ress / N: what part of an independent draw a step is worth"},
	{Name: "limit", Kind: Number, Unit: pure, Meaning: "eff as N grows", When: "the row is exact and the chain settles"},
	{Name: "ness", Kind: Number, Unit: pure, Meaning: "ress over the median N of the kernels on the density (Eq. 7)"},
	{Name: "spread", Kind: Number, Meaning: "the variance of h under the density; of ks N times the mse of N " +
		"independent draws"},
	{Name: "chains", Kind: Integer, Meaning: "number of sampled chains", When: sampledRow},
	{Name: "mc_seed", Kind: Natural, Meaning: "seed of the chains", When: sampledRow},
	{Name: "stderr", Kind: Number, Unit: pure, Meaning: "standard error of ress", When: sampledRow},
}

const sampledRow = "the row is sampled"

// Scores returns the columns of `breadboard score`.
func Scores() []Column { return slices.Clone(scoreColumns) }

// Laws returns the columns of `breadboard validate` in CSV: a law a row.
func Laws() []Column {
	return []Column{
		{Name: "name", Kind: Text, Meaning: "the law"},
		{Name: "ok", Kind: Boolean, Meaning: "whether the kernel keeps it, or at least samples do not show that it breaks it"},
		{Name: "value", Kind: Number, Meaning: "how far it is off at the worst level; of samples the p-value, if there is one"},
		{Name: "limit", Kind: Number, Meaning: "how far it may be off; of samples the least p-value that accuses no kernel"},
		{Name: "witness", Kind: Text, Meaning: "where it is off most"},
	}
}

// Geweke returns the columns of `breadboard geweke`: a statistic a row.
func Geweke() []Column {
	return append([]Column{
		{Name: "statistic", Kind: Text, Meaning: "the statistic of latents and data"},
		{Name: "mean_forward", Kind: Number, Meaning: "its mean over pairs drawn from the model"},
		{Name: "mean_chain", Kind: Number, Meaning: "its mean over pairs at the ends of chains"},
		{Name: "distance", Kind: Number, Unit: pure, Meaning: "distance of Kolmogorov and Smirnov between the two laws"},
		{Name: "p", Kind: Number, Unit: pure, Meaning: "the probability of at least that distance if both have one law, " +
			"corrected for the number of statistics"},
		{Name: "ok", Kind: Boolean, Meaning: "whether the two may have one law"},
	}, named("mc_seed")...)
}
