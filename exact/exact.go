// Package exact computes what annealed samplers are usually asked to estimate: the law q of the final state, both
// divergences between q and the target p_T, the expectations of log w forward and in reverse, and with them J and B. It
// pushes whole distributions through the two Markov chains (BREAD, Appendix B).
//
// # The deviation, not the distribution
//
// If annealing is slow, q is close to p_t, and J lives in digits that a subtraction would lose. So the pass carries the
// deviation d = q - p_t, as the function u = d/p_t. T_t leaves p_t invariant, so that
//
//	d_t = T_t (d_{t-1} + p_{t-1} - p_t),    d_1 = 0,
//
// and p_{t-1} - p_t = p_{t-1} (1 - ρ_t) has all its digits from expm1. J is the sum of d log(1 + d/p). The path
// divergences are sums over steps of
//
//	KL(q paths || r paths):  KL(p_{t-1} || p_t) - <d_{t-1}, log ρ_t>.
//
// Each term is of second order and is computed as such: nothing of order one cancels. The reverse chain obeys the same
// law with the levels in the opposite order: its state x_{t-1} deviates from p_t, and its step from p_t to p_{t-1}
// contributes the same expression.
//
// # Two ways to every number, and the order of the files
//
// The files are floors: each uses those below it. What a run returns is a Measured (measure.go) or a Result
// (exact.go). Both chains go from level to level alike (levels.go).
//
// Measure (measure.go) makes up to three attempts at J and B. Where both ends of the bridge have mass in the same
// cells, and no log density is deep, the first is one pass upward with both chains, as two functions (onepass.go).
// Elsewhere, and where the pass ends in NaN, the second pushes the laws of both chains as they are (plain.go). Only the
// first carries the deviation: the second adds up terms of first order. The third pushes the law over numbers whose
// exponents have no end (deep.go), where J needs masses of q below the smallest float or the ends have mass in
// different cells. There the cells that a chain can reach decide whether a path divergence is infinite.
//
// Run also computes the paper's definitions. It runs both chains plainly (plain.go). A pass pushes q or the reverse law
// itself and the weighted measures whose totals are E_fwd[w] and E_rev[1/w]. Run sums Eq. (22)-(23) over pairwise
// marginals, up to T = 2,000. It then compares numbers that are equal in exact arithmetic (checks.go);
// Result.Defect is the largest disagreement. If it is larger than rounding explains, Run looks for a step in which the
// kernel breaks its law (findWitness). So it does wherever the laws were pushed as they are, since there both ways are
// one and agree of a broken kernel too. If there is such a step, the result has J of the forward chain as it runs, and
// no B.
//
// What the one pass and the plain chains share is their input: the bridge's log density at each level, and the
// operators. The masses of a level are each way's own. The pass's go by products of one slope and the pace of beta. The
// plain chains take each level's log densities, the forward and the reverse chain each by itself, and exponentiate
// them. Neither sees a number that the other found.
//
// Along (bycell.go) takes B apart by cells, for maps. It also keeps the laws of both chains at some levels.
//
// Both ways are one package: they share levels and the laws at their ends, and of what Run needs of Measure's files
// half would have to be exported for it alone.
//
// The defect is the distance of two computations, and package certain proves how many digits are right.
package exact

import (
	"cmp"
	"context"
	"math"

	"breadboard/chains"
)

// A Result holds everything that is exact about an annealing.
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
	F, G []float64
	// Defect is the largest disagreement of two numbers that are equal in exact arithmetic and were computed in two
	// ways, as a share of the terms that were added up.
	Defect   float64
	Warnings []string
}

// A Step is the weight's step from level T-1 to T, and what it adds to both path
// divergences.
type Step struct {
	T    int
	Beta float64 // β_T
	Part Divergence
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
	// size are the same to the last bit. Steps are nil, and Pairwise, MeanW, MeanInvW and Defect are NaN.
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

// Run returns everything that is exact about an annealing. It finds the numbers of
// Measure, finds them again as the paper defines them, and compares. It takes tens of
// times as long as Measure. It keeps some forty numbers a cell, up to 64 MB for the
// moves of a step, and as much for the laws of the reverse chain. The error comes from
// Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Run is Run with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	prog := newProgress(ctx, a, o.Progress)
	if o.ByLastCell {
		prog.total = 3 * a.T() // on large spaces too
	}
	res, err := o.run(prog, a)
	if err = cmp.Or(prog.err, err); err != nil {
		return Result{}, err
	}
	// To all means of log w comes the constant that was taken off the log densities.
	res.LogR += rise
	res.FwdLaw.Mean = res.FwdLogW()
	res.RevLaw.Mean = res.RevLogW()
	return res, nil
}

func (o Options) run(prog *progress, a chains.Annealing) (res Result, err error) {
	gap, err := measure(prog, a)
	if err != nil {
		return Result{}, err
	}
	finite := !math.IsInf(gap.J()+gap.B(), 0)
	switch {
	case a.Grid.Size() >= MostChecked && !o.ByLastCell: // Measure's numbers and no others
		res = bare(gap)
		j := checks{a: a, res: &res}
		if !finite {
			j.supports()
			j.explainInfinite()
		}
		j.warn("from %d cells on only J, B and their parts are computed: no steps, no law of log w, and no checks",
			MostChecked)
	case finite && (o.ByLastCell || o.Unchecked):
		res = o.unchecked(prog, a, gap)
	default:
		res, err = checked(prog, a, gap)
	}
	if o.ByLastCell && err == nil {
		res.byLastCell(prog, a)
	}
	return res, err
}

// unchecked adds to a gap the laws of log w and the effective sample size. With B finite neither chain has paths that
// the other lacks, so that E_fwd[ŵ] and E_rev[1/ŵ] are 1.
func (o Options) unchecked(prog *progress, a chains.Annealing, gap Measured) Result {
	res := bare(gap)
	if o.ByLastCell {
		res.MeanW, res.MeanInvW = 1, 1
	}
	if !res.weigh(prog, a) { // by running both chains, which works on any bridge
		down := runReverse(prog, a, true, nil)
		up := runForward(prog, a, true, nil)
		res.setLaws(up, down)
		res.ESS = math.Exp(-up.logSquare)
		if heavy(a) {
			_, square := deepWeights(prog, a)
			res.ESS = math.Exp(-square)
		}
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res
}

// setLaws takes the laws of log w from both chains.
func (r *Result) setLaws(up, down ran) {
	r.FwdLaw = MomentsOf(r.FwdLogW(), up.second, up.third)
	r.RevLaw = MomentsOf(r.RevLogW(), down.second, -down.third)
}
