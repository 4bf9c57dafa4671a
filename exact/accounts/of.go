package accounts

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
)

// Of returns the account of a program that is aimed at a problem. Annealing and particles call progress, unless nil,
// now and then with how much is done and how much there is. The error is ErrTooLarge, the error of Annealing.Check, or
// ctx's.
func Of(ctx context.Context, e programs.Estimator, p programs.Problem, progress func(done, total int)) (Account,
	error) {
	if err := p.Check(); err != nil {
		return Account{}, err
	}
	a := newBuilder(p)
	a.progress = progress
	err := a.compute(ctx, e)
	if err == nil {
		err = a.checkSum()
	}
	a.finish(e)
	return a.Account, err
}

// compute computes the account in the program's own way.
func (a *builder) compute(ctx context.Context, e programs.Estimator) (err error) {
	a.Cost = e.Cost()
	switch e := e.(type) {
	case programs.Direct:
		a.direct(e.Distribution())
	case programs.BIC:
		a.bic(e)
	case programs.AIS:
		err = a.ais(ctx, e)
	case programs.SIR:
		err = a.sir(ctx, e)
	case programs.SMC:
		err = a.smc(ctx, e)
	default:
		err = a.enumerate(ctx, e)
	}
	return err
}

// finish clears the numbers of rounding, and says how far they can be off.
func (a *builder) finish(e programs.Estimator) {
	if a.LogQ == nil {
		a.LogQ = chains.LogMasses(a.Q)
	}
	a.FwdSquare = max(a.FwdSquare, a.Paths.Forward*a.Paths.Forward) // less is a rounding
	a.RevSquare = max(a.RevSquare, a.Paths.Reverse*a.Paths.Reverse)
	a.round(e)
	a.VarW = max(a.VarW, 0)
	if math.IsInf(a.MeanW, 1) { // above any float
		a.MeanW = math.NaN()
	}
	a.Off = max(a.Off, 0x1p-50*magnitude([]float64{a.J(), a.Paths.Forward, a.Paths.Reverse})) // each is rounded
}

// round sets J and B to 0 where they are rounding alone: J up to the square of the error of q's masses, and then B up
// to the error of the means of log w. Annealing has rounded its own. B of a program that draws its cell at once is J.
func (a *builder) round(e programs.Estimator) {
	switch e.(type) {
	case programs.AIS:
	case programs.Direct:
		a.Paths = a.Final
	default:
		massesOff := a.Off // masses are pushed or integrated with the means
		if a.How == Enumerated {
			massesOff = enumeratedOff
		}
		if a.J() <= massesOff*massesOff {
			a.Final = exact.Divergence{}
		}
		if a.J() == 0 && a.B() <= 2*a.Off {
			a.Paths = exact.Divergence{}
		}
	}
}

// A builder is an account that is being computed, with the vectors that several ways need.
type builder struct {
	Account
	problem  programs.Problem
	ends     exact.Ends
	progress func(done, total int)
}

// newBuilder returns the builder of an account on a problem.
func newBuilder(p programs.Problem) *builder {
	e := exact.EndsOf(p.Annealing)
	n := p.Grid.Size()
	return &builder{problem: p, ends: e, Account: Account{
		Measured: exact.Measured{T: p.T(), LogR: e.LogR, P: e.P, Q: make([]float64, n)},
		LogP:     e.LogP, F: make([]float64, n), G: make([]float64, n)}}
}

// computeJ sets Final. It is infinite if one distribution has mass, be it below any float, where the other has none.
// That q has none in a cell is known if its logarithm was computed, or if a reverse run from there comes from nowhere.
func (a *builder) computeJ(known bool) {
	a.Final = exact.DivergenceOfLogs(a.Q, a.LogQ, a.P, a.LogP)
	for x, logq := range a.LogQ {
		if math.IsInf(a.LogP[x], -1) && !math.IsInf(logq, -1) {
			a.Final.Forward = math.Inf(1)
		}
		if math.IsInf(logq, -1) && !math.IsInf(a.LogP[x], -1) && (known || a.G != nil && math.IsInf(a.G[x], 1)) {
			a.Final.Reverse = math.Inf(1)
		}
	}
}

// wasted reports whether p_1 has mass, be it below any float, in a cell where the target has none. A forward run that
// starts there has weight 0.
func (a *builder) wasted(x int) bool {
	return !math.IsInf(a.ends.LogP1[x], -1) && math.IsInf(a.LogP[x], -1)
}

// direct computes the account of a program that draws its cell at once, from q. The log weight of a cell is
// log p - log q in both directions, so that J is B. E_fwd[ŵ] is the mass of p on the cells where q has mass, and
// E_rev[1/ŵ] the mass of q where p has mass.
func (a *builder) direct(q, logq []float64) {
	a.How = Closed
	copy(a.Q, q)
	a.LogQ = logq
	for x, drawn := range q {
		logHat := chains.LogRatio(a.LogP[x], logq[x])
		a.G[x] = logHat
		if !math.IsInf(logq[x], -1) && math.IsInf(logHat, -1) { // q may be below any float
			a.F[x], a.FwdSquare = logHat, math.Inf(1)
		} else if drawn > 0 {
			a.F[x] = drawn * logHat
			a.FwdSquare += drawn * logHat * logHat
		}
		if p := a.P[x]; p > 0 {
			a.RevSquare += p * logHat * logHat
		}
		if !math.IsInf(logq[x], -1) {
			a.MeanW += a.P[x]
			a.VarW += squareOfW(logq[x], logHat)
		}
		if !math.IsInf(a.LogP[x], -1) {
			a.MeanInvW += drawn
		}
	}
	a.VarW -= (a.MeanW - 1) * (a.MeanW - 1)
	a.divergences()
	a.Off = sumsOff(a.Account)
}

// sumsOff bounds the roundings of sums over cells, a hundred of them.
func sumsOff(a Account) float64 { return max(1e-13, 1e-14*magnitude(a.F, a.G)) }

// bic computes the account of the BIC, which has one outcome.
func (a *builder) bic(e programs.BIC) {
	a.How = Closed
	x, logw := e.Forward(nil)
	logHat := logw - a.LogR
	a.Q[x] = 1
	a.F[x] = logHat
	a.FwdSquare = logHat * logHat
	a.MeanW = math.Exp(logHat)
	a.LogQ = chains.LogMasses(a.Q)
	a.oneWay()
	a.divergences()
	a.Off = sumsOff(a.Account) + 1e-15*math.Abs(a.LogR) // log R is taken off log w
}

// oneWay leaves out the numbers of a reverse, which the estimator has not.
func (a *builder) oneWay() {
	a.G = nil
	a.MeanInvW = math.NaN()
	a.RevSquare = math.NaN()
}

// unsound is the error of an account over floats whose distribution has lost probabilities below every float. It is an
// ErrTooLarge: the program can only be sampled.
type unsound string

func (u unsound) Error() string { return "no exact account: " + string(u) }

func (u unsound) Is(target error) bool { return target == ErrTooLarge }

// belowFloats says why a distribution is unsound.
const belowFloats = "it rests on probabilities below the smallest float; use densities that span fewer nats"

// checkSum returns an unsound error unless q sums to 1 within what its numbers can be off.
func (a *builder) checkSum() error {
	const rounding = 1e-9 // of distributions that are inverted from transforms, whose error is known less well
	if math.IsNaN(a.Off) {
		return unsound("how far its numbers can be off is not known: " + belowFloats)
	}
	sum := floats.Sum(a.Q)
	if math.Abs(sum-1) <= max(rounding, a.Off) {
		return nil
	}
	return unsound(fmt.Sprintf("the probabilities of what the program returns sum to %.9g, and not to 1: %s", sum,
		belowFloats))
}
