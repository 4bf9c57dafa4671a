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
	Scores       []score.Row   // one a density, kernel, function, start and N
	Runs         []Run         // one a density, kernel, start and function
	Verdicts     []Verdict     // one a diagnostic and Setup
	Calibrations []Calibration // one a diagnostic that estimates an ESS, class of functions, and group of kernels
	Costs        []Cost        // one a density and kernel
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
	RHat   float64 // the exact counterpart of R-hat: see exactRHat
	Geweke float64 // the exact counterpart of Geweke's z: see exactGeweke

	Sampled float64 // the real ESS by Eq. (4), from the squared errors of the K chains

	Values []float64 // what each diagnostic says of all chains together
	Alone  []float64 // the mean over the chains of what it says of one chain; NaN if it needs several
	Fine   []float64 // the share of the chains that it calls fine, alone
}

// Class is the function without its axis: mean, var, logf or ks.
func (r Run) Class() string {
	name, _, _ := strings.Cut(r.Function, ":")
	return name
}

// A Setup is what a verdict is about: one chain alone, or all chains together.
type Setup string

// The setups.
const (
	OneChain  Setup = "one chain"
	AllChains Setup = "all chains"
)

// A Verdict counts how often a diagnostic's customary rule is wrong. RESS is that of all draws
// that the diagnostic sees, exactly.
type Verdict struct {
	Diagnostic string
	Setup      Setup
	Failed     float64 // the chains whose RESS is below 12
	Fooled     float64 // those of them that it calls fine
	Sound      float64 // the chains with which nothing is wrong: see sound
	Cries      float64 // those of them that it does not call fine
}

// A Calibration says how the real ESS falls about what a diagnostic predicts (Figure 3). If the
// mean of the diagnostic over K chains is m, and the K errors are those of m independent draws,
// m K/RESS is chi-squared with K degrees of freedom.
type Calibration struct {
	Diagnostic string // of those that estimate an ESS
	Class      string // mean, var, logf or ks
	Perfect    bool   // of the kernel of independent draws; else of all others
	Start      string
	Runs       int
	Below      float64 // the share of the runs whose RESS is below the 95% region; 2.5% would be right
	Above      float64 // and above it
}

// A Cost is the price of a step.
type Cost struct {
	Density, Kernel string
	Nanoseconds     float64 // measured
}
