package samplers

import (
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/score"
)

// A Study has all numbers of the benchmark.
type Study struct {
	Quick     bool
	Chains, N int // K chains of N steps each, of every kernel from every start
	// Diagnostics are the names in the order of Run.Values, as in package diagnostics.
	Diagnostics  []string
	Scores       []score.Row   // one a density, kernel, function, start and N, all at equal steps
	Evaluations  []score.Row   // at equal evaluations of the density, from exact draws
	Times        []score.Row   // at equal time, which is measured, from exact draws
	Runs         []Run         // one a density, kernel, start and function
	Verdicts     []Verdict     // one a diagnostic, Setup and start
	Counterparts []Counterpart // one a diagnostic that estimates a number, and start
	Calibrations []Calibration // one a diagnostic that estimates an ESS, class of functions, and start
	Metas        []Meta        // one a start
	LeftOut      []string      // kernels on densities that are too large, as "swap on ising-4"
	Findings     []experiments.Finding
}

// Index is the place of a diagnostic in Run.Values; it panics if there is none of this name.
func (s Study) Index(diagnostic string) int {
	i := slices.Index(s.Diagnostics, diagnostic)
	if i < 0 {
		panic("samplers: no diagnostic " + diagnostic)
	}
	return i
}

// A Run is what diagnostics say of a few chains of one kernel on one density, and what is true of
// them. All ESS are those of one chain, unless they are Pooled.
type Run struct {
	Density, Group, Kernel, Start string
	// Function is as in score: mean:1, var:1 or logf. It may also be ks:1, for the distance of
	// Kolmogorov and Smirnov of the first axis. Its diagnostics are those of mean:1, as in the
	// paper, and what is known of it is Sampled alone: the other fields are NaN.
	Function  string
	Axes      int // of the density, D in the paper
	Chains, N int // K chains of N steps each

	RESS   float64 // exact, of the mean over one chain
	Pooled float64 // exact, of the mean over all chains
	Limit  float64 // N Var_p[h] / asymptotic variance, which every ESS of one chain estimates
	Blame  float64 // the share of the bias in the mean squared error of one chain, from 0 to 1
	RHat   float64 // the exact counterpart of split R-hat, +Inf if chains stand still in several places
	Geweke float64 // the exact counterpart of Geweke's z of one chain: 0 from an exact start

	Sampled float64 // the real ESS by Eq. (4), from the squared errors of the K chains

	Values []float64 // what each diagnostic says of all chains together
	// Alone is the mean over the chains of what it says of one chain, of |z| for a z. Chains of
	// which it says nothing do not count. It is NaN if it says nothing of any.
	Alone []float64
	Fine  []float64 // the share of the chains that it calls fine, alone
}

// Class is the function without its axis: mean, var, logf or ks.
func (r Run) Class() string {
	name, _, _ := strings.Cut(r.Function, ":")
	return name
}
