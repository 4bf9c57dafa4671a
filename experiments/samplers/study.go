package samplers

import "breadboard/experiments/score"

// A Study has all numbers of the benchmark.
type Study struct {
	Quick  bool
	Scores []score.Row // one a density, kernel, function, start and N
	Runs   []Run       // one a density, kernel, function and start
}

// A Run is what was seen of a few chains of one kernel on one density, and what is true of them.
type Run struct {
	Density, Group, Kernel, Start, Function string
	Axes                                    int // of the density, D in the paper
	Chains, N                               int // K chains of N steps each
	// RESS is exact: that of one chain of N steps. Truth is what the diagnostics of the first
	// chain try to say: N times the ratio of the variance to the asymptotic variance.
	RESS, Truth float64
	// Sampled is the real ESS of the chains by Eq. (4), from their squared errors.
	Sampled float64
	// Values are what the diagnostics say, by their names in package diagnostics.
	Values map[string]float64
}
