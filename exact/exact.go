// Package exact computes the numbers that annealed samplers are usually asked to estimate: the distribution q of the
// final state, both divergences between q and the target p_T, the expectations of log w forward and in reverse, and
// with them J and B. It pushes whole distributions through the two Markov chains (BREAD, Appendix B).
//
// # The deviation, not the distribution
//
// If annealing is slow, q is close to p_t, and J lives in digits that a subtraction would lose. So the pass carries the
// deviation d = q - p_t, as the function u = d/p_t. T_t leaves p_t invariant, so that
//
//	d_t = (d_{t-1} + p_{t-1} - p_t) T_t,    d_1 = 0,
//
// and p_{t-1} - p_t = p_{t-1} (1 - ρ_t), ρ_t = p_t/p_{t-1}, has all its digits from expm1. J is the sum of d log(1 +
// d/p). The path divergences are sums over steps of
//
//	KL(forward paths || reverse paths):  KL(p_{t-1} || p_t) - <d_{t-1}, log ρ_t>.
//
// Each term is of second order and is computed as such: nothing of order one cancels. Where the
// reverse chain is run too (weighed.go), the expression is the same with the levels exchanged: x_{t-1} comes by the
// reversal of T_t, which keeps p_t. So its deviation is from p_t, and the weight then steps from p_t to p_{t-1}.
//
// # Two ways to every number
//
// Measure (measure.go) takes one of three ways to J and B. Where both ends of the bridge have mass in the same cells,
// and no log density spans 600 nats (is deep), it makes one pass upward with two functions: the deviation of the
// forward chain, and the mean of log w over the reverse runs that reach a state, whose mean is E_rev[log w]
// (onepass.go). Elsewhere, and where the pass ends in NaN, it pushes both distributions as they are (weighed.go), which
// adds up terms of first order. Where J needs masses below the smallest float, or the ends have mass in different
// cells, it also pushes q over intervals, whose exponents have no end (deep.go). There the cells that a chain can reach
// decide whether a path divergence is infinite.
//
// Run (run.go) also computes the paper's definitions. It runs both chains plainly (bothchains.go), with the weighted
// measures whose totals are E_fwd[w] and E_rev[1/w] (weighed.go), and sums Eq. (22)-(23) over pairwise marginals, up to
// T = 2,000 (pairwise.go). It then compares numbers that are equal in exact arithmetic (checks.go); Result.Defect is
// the largest disagreement, and a warning if it is more than 1e-9. Where the two q are 1e-7 apart, as with rows of few
// digits, the result has J and B of the chains as they run. Run is for kernels that keep p_t, and Forward, beside it,
// has q and J of one that does not.
//
// Above T = 10,000 only the ends are checked if the kernel is made of flows, and so known to keep p_t: q and the two
// path divergences, against the pass that finds the moments of log w (weightmoments.go).
//
// The one pass and the plain chains share the bridge's log densities and the operators, and no number that either
// computes, but for q where cells are so rough that the pass takes it from a plain chain. The defect is the distance of
// the two; package certain proves how many digits are right.
//
// Besides, weightmoments.go has the moments of log w, lastcell.go the means of log w by the cell of x_T, frames.go the
// parts of B by cell (parts.go), stein.go discrepancies of q from p_T, stops.go J and B of the annealing that stops at each level, chain.go the levels that
// every chain goes through, and divergence.go the divergences of two distributions. This file has what Run is asked
// and what it answers.
package exact

import "math"

// A Result holds everything that is exact about an annealing.
type Result struct {
	Measured
	// Steps has one entry for each step of the weight. Their sums are Paths. It is nil where only the ends are checked.
	Steps []Step
	// Pairwise is Paths again, by Eq. (22)-(23) from pairwise marginals. It is NaN if that needs masses below any float
	// or more than 64 MB, and above T = 2,000.
	Pairwise Divergence
	// MeanW is E_fwd[w] Z_1/Z_T. It is 1 if p_1 has mass wherever p_T has.
	MeanW float64
	// MeanInvW is E_rev[1/w] Z_T/Z_1. It is 1 if p_T has mass wherever p_1 has, and NaN if p_T has masses below any
	// float.
	MeanInvW float64
	// ESS is E_fwd[w]²/E_fwd[w²], the effective sample size of one weight: 0 if E[w²] is infinite.
	ESS        float64
	FwdMoments Moments // of log w, forward
	RevMoments Moments // of log w, in reverse
	// F[x] is E_fwd[log ŵ; x_T = x], for ŵ = w Z_1/Z_T, and -Inf if some of these weights are 0. G[x] is
	// E_rev[log ŵ | x_T = x], without meaning where p_T has no mass. Both are nil unless ByLastCell asks for them.
	F, G []float64
	// Defect is the largest disagreement of two numbers that are equal in exact arithmetic, as a share of the terms
	// that were added up.
	Defect   float64
	Warnings []string
}

// A Step is the weight's step from the level below to this one.
type Step struct {
	T    int        // the level, elsewhere t
	Beta float64    // of the level
	Part Divergence // of both path divergences
	J, B float64    // of the annealing that stops at this level, if Options.ByLevel asks for them
}

// Moments are the variance and skewness of log w. If the mean is infinite the variance is NaN; if log w is constant the
// skewness is NaN.
type Moments struct{ Variance, Skewness float64 }

// roundedVariance is the largest variance that rounding alone explains.
const roundedVariance = 1e-26

// momentsOf returns the Moments with the second and third central moments about a mean.
func momentsOf(mean, second, third float64) Moments {
	if math.IsInf(mean, 0) {
		return Moments{math.NaN(), math.NaN()}
	}
	m := Moments{Variance: max(second, 0), Skewness: math.NaN()}
	if second > roundedVariance {
		m.Skewness = third / (second * math.Sqrt(second))
	}
	return m
}

// Only returns a result without numbers beside the measured ones.
func Only(measured Measured) Result {
	nan := math.NaN()
	return Result{Measured: measured, Pairwise: unknown, MeanW: nan, MeanInvW: nan, ESS: nan, Defect: nan,
		FwdMoments: Moments{nan, nan}, RevMoments: Moments{nan, nan}}
}

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks. J and B, the moments of log w and the effective sample size are the same to the
	// last bit. Steps are nil, and Pairwise, MeanW, MeanInvW and Defect are NaN. Like Measure it assumes that the
	// kernel leaves p_t invariant. If J or B is infinite everything is run, because the checks explain why.
	Unchecked bool
	// ByLastCell finds F and G, without checks. It finds the moments of log w and the means of w and 1/w also if the
	// space is large or a density deep. The sum of F is -Paths.Forward, and the mean of G under p_T is Paths.Reverse,
	// up to rounding, because they come from different passes.
	ByLastCell bool
	// ByLevel finds J and B of the steps too, in a quarter more time, and the steps at any T.
	ByLevel bool
	// Progress, unless nil, is called now and then with the number of levels done and the number of all.
	Progress func(done, total int)
}
