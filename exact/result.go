package exact

import (
	"math"
)

// A Result holds everything that is exact about an annealing, and the defects of its
// checks.
type Result struct {
	Measured
	// Steps has one entry for each step of the weight, from level T-1 = 1 to T. Their
	// sums are Paths.
	Steps []Step
	// Pairwise is Paths again, by Eq. (22)-(23) from pairwise marginals. It is NaN if
	// that needs masses below any float or more than 64 MB, and above T = 2,000.
	Pairwise Divergence
	// MeanW is E_fwd[w] Z_1/Z_T. It is 1 if p_1 has mass wherever p_T has.
	MeanW float64
	// MeanInvW is E_rev[1/w] Z_T/Z_1. It is 1 if p_T has mass wherever p_1 has, and NaN
	// if p_T has masses below any float.
	MeanInvW float64
	// ESS is E_fwd[w]²/E_fwd[w²], the effective sample size of one weight: 0 if E[w²]
	// is infinite.
	ESS    float64
	FwdLaw Moments // of log w, forward
	RevLaw Moments // of log w, in reverse
	// F[x] is E_fwd[log ŵ; x_T = x], for ŵ = w Z_1/Z_T, and -Inf if some of these weights are 0. G[x] is
	// E_rev[log ŵ | x_T = x], without meaning where p_T has no mass. Both are nil unless ByLastCell asks for them.
	F, G     []float64
	Checks   []Check
	Defect   float64 // the largest of the checks' defects
	Warnings []string
}

// A Step is the weight's step from level T-1 to T, and what it adds to both path
// divergences.
type Step struct {
	T    int
	Beta float64 // β_T
	Part Divergence
}

// A Check holds two numbers that are equal in exact arithmetic, computed in two ways.
type Check struct {
	Name   string
	A, B   float64
	Defect float64 // |A - B| over the size of the terms that were added up
}

// Moments are the mean, variance and skewness of log w. If the mean is infinite the
// variance is NaN; if log w is constant the skewness is NaN.
type Moments struct{ Mean, Variance, Skewness float64 }

// A variance below constant is explained by rounding alone.
const constant = 1e-26

// MomentsOf makes Moments of a mean and the second and third central moments: a variance that rounding explains has no
// skewness.
func MomentsOf(mean, twice, third float64) Moments {
	if math.IsInf(mean, 0) {
		return Moments{mean, math.NaN(), math.NaN()}
	}
	l := Moments{Mean: mean, Variance: max(twice, 0), Skewness: math.NaN()}
	if twice > constant {
		l.Skewness = third / (twice * math.Sqrt(twice))
	}
	return l
}

// bare returns a result that has the gap alone.
func bare(gap Measured) Result {
	nan := math.NaN()
	return Result{Measured: gap, Pairwise: Divergence{Forward: nan, Reverse: nan}, MeanW: nan,
		MeanInvW: nan, ESS: nan, Defect: nan,
		FwdLaw: Moments{gap.FwdLogW(), nan, nan}, RevLaw: Moments{gap.RevLogW(), nan, nan}}
}

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks, for callers that run many. J and B, the laws of log w and the effective sample
	// size are the same to the last bit. Steps and Checks are nil, and Pairwise, MeanW, MeanInvW and Defect are NaN.
	// Like Measure it assumes that the kernel leaves p_t invariant. If J or B is infinite everything is run, because
	// the checks explain why.
	Unchecked bool
	// ByLastCell finds F and G, without checks, as Unchecked does, and with the laws of log w and the means of w and
	// 1/w also if the space is large or a density deep. The sum of F is -Paths.Forward, and the mean of G under p_T is
	// Paths.Reverse, up to rounding, because they come from different passes.
	ByLastCell bool
	// Progress, unless nil, is called now and then with the number of levels done and
	// the number of all.
	Progress func(done, total int)
}
