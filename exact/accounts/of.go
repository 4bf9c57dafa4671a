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

// Of returns the account of a program that is aimed at a problem. The error is ErrTooLarge, the
// error of Annealing.Check, or ctx's.
func Of(ctx context.Context, e programs.Estimator, p programs.Problem) (Account, error) {
	return Options{}.Of(ctx, e, p)
}

// Options say how an account is made. The zero value makes it silently.
type Options struct {
	// Progress, unless nil, is called now and then while the account of annealing or of particles is
	// made, with how much is done and how much there is. Other ways tell nothing.
	Progress func(done, total int)
}

// Of is Of with these options.
func (o Options) Of(ctx context.Context, e programs.Estimator, p programs.Problem) (Account, error) {
	if err := p.Check(); err != nil {
		return Account{}, err
	}
	a := newAccount(p)
	err := a.make(ctx, o, e)
	if err == nil {
		err = a.sound()
	}
	a.finish(e)
	return a.Account, err
}

// make makes the account in the program's own way.
func (a *making) make(ctx context.Context, o Options, e programs.Estimator) (err error) {
	a.Cost = e.Cost()
	a.Options = o
	switch e := e.(type) {
	case programs.Draw:
		a.direct(e.Law())
	case programs.BIC:
		a.criterion(e)
	case programs.AIS:
		err = a.annealed(ctx, e)
	case programs.SIR:
		err = a.summed(ctx, e)
	case programs.SMC:
		err = a.filtered(ctx, e)
	default:
		err = a.enumerate(ctx, e)
	}
	return err
}

// finish rounds the numbers, and says how far they can be off.
func (a *making) finish(e programs.Estimator) {
	if a.LogQ == nil {
		a.LogQ = chains.LogMasses(a.Q)
	}
	a.FwdSquare = max(a.FwdSquare, a.Paths.Forward*a.Paths.Forward) // less is a rounding
	a.RevSquare = max(a.RevSquare, a.Paths.Reverse*a.Paths.Reverse)
	a.round(e)
	if math.IsInf(a.MeanW, 1) { // it is above any float
		a.MeanW = math.NaN()
	}
	a.Off = max(a.Off, 0x1p-50*magnitude([]float64{a.J(), a.Paths.Forward, a.Paths.Reverse})) // each is rounded
}

// round makes J and B 0 that are rounding alone: a J up to the square of what the masses of q are off, and beside a J
// of 0 a B up to what the means of log w are off. Those of annealing are so already. B of a program that draws its cell
// at once is J.
func (a *making) round(e programs.Estimator) {
	switch e.(type) {
	case programs.AIS:
	case programs.Draw:
		a.Paths = a.Final
	default:
		masses := a.Off // what is pushed or integrated with the means is off as they are
		if a.How == Enumerated {
			masses = enumeratedOff
		}
		if a.J() <= masses*masses {
			a.Final = exact.Divergence{}
		}
		if a.J() == 0 && a.B() <= 2*a.Off {
			a.Paths = exact.Divergence{}
		}
	}
}

// A making is an account that is being made, with the vectors that several ways need.
type making struct {
	Account
	Options
	problem programs.Problem
	ends    exact.EndLaws
}

func newAccount(p programs.Problem) *making {
	e := exact.EndLawsOf(p.Annealing)
	n := p.Grid.Size()
	return &making{problem: p, ends: e, Account: Account{LogR: e.LogR, P: e.P, LogP: e.LogP,
		Q: make([]float64, n), F: make([]float64, n), G: make([]float64, n)}}
}

// A mass may be below any float and count all the same: one of e^-900 may have all of the target. Wherever a law
// is found by its logarithm it is right there. What is summed over runs or pushed as masses lacks it.

// deep reports whether a law, given by its masses and their logarithms, has a mass that is nearly none.
func deep(law, logs []float64) bool {
	for x, p := range law {
		if p < rare && !math.IsInf(logs[x], -1) {
			return true
		}
	}
	return false
}

// rare is so small a mass that 1 over it is hardly a float.
const rare = 1e-290

// final computes J. It is infinite if one law has a mass, be it below any float, where the other has none. That q
// has none in a cell is known if its logarithm was computed; or if a reverse run from there comes from nowhere.
func (a *making) final(known bool) {
	a.Final = exact.BetweenLaws(a.Q, a.LogQ, a.P, a.LogP)
	for x, logq := range a.LogQ {
		if math.IsInf(a.LogP[x], -1) && !math.IsInf(logq, -1) {
			a.Final.Forward = math.Inf(1)
		}
		if math.IsInf(logq, -1) && !math.IsInf(a.LogP[x], -1) && (known || a.G != nil && math.IsInf(a.G[x], 1)) {
			a.Final.Reverse = math.Inf(1)
		}
	}
}

// wasted reports whether p_1 has mass in a cell where the target has none. A forward run that starts there
// has weight 0. The mass may be below any float: log w is -Inf with positive probability all the same.
func (a *making) wasted(x int) bool {
	return !math.IsInf(a.ends.LogP1[x], -1) && math.IsInf(a.LogP[x], -1)
}

// direct makes the account of a program that draws its cell at once, from the law q. The log
// weight of a cell is log p - log q in both directions, so that J is B. E_fwd[ŵ] is the mass of p
// on the cells where q has mass, and E_rev[1/ŵ] is the mass of q on those where p has mass.
func (a *making) direct(q, logq []float64) {
	a.How = Closed
	copy(a.Q, q)
	a.LogQ = logq
	for x, drawn := range q {
		by := chains.LogRatio(a.LogP[x], logq[x])
		a.G[x] = by
		if !math.IsInf(logq[x], -1) && math.IsInf(by, -1) { // be q below any float
			a.F[x], a.FwdSquare = by, math.Inf(1)
		} else if drawn > 0 {
			a.F[x] = drawn * by
			a.FwdSquare += drawn * by * by
		}
		if p := a.P[x]; p > 0 {
			a.RevSquare += p * by * by
		}
		if !math.IsInf(logq[x], -1) {
			a.MeanW += a.P[x]
		}
		if !math.IsInf(a.LogP[x], -1) {
			a.MeanInvW += drawn
		}
	}
	a.compare()
	a.Off = rounded(a.Account)
}

// rounded is a bound on the roundings of sums over cells, a hundred of them.
func rounded(a Account) float64 { return max(1e-13, 1e-14*magnitude(a.F, a.G)) }

// criterion makes the account of the BIC, which has one outcome.
func (a *making) criterion(e programs.BIC) {
	a.How = Closed
	x, logw := e.Forward(nil)
	by := logw - a.LogR
	a.Q[x] = 1
	a.F[x] = by
	a.FwdSquare = by * by
	a.MeanW = math.Exp(by)
	a.LogQ = chains.LogMasses(a.Q)
	a.oneWay()
	a.compare()
	a.Off = rounded(a.Account) + 1e-15*math.Abs(a.LogR) // log R is taken off log w
}

// oneWay leaves out what an estimator without a reverse does not have.
func (a *making) oneWay() {
	a.G = nil
	a.MeanInvW = math.NaN()
	a.RevSquare = math.NaN()
}

// unsound is the error of an account whose law has lost probabilities that lie below every float. It is an ErrTooLarge:
// the program can only be sampled.
type unsound string

func (u unsound) Error() string { return "no exact account: " + string(u) }

func (u unsound) Is(target error) bool { return target == ErrTooLarge }

// lost is why a law is unsound.
const lost = "it rests on probabilities below the smallest float; densities that span fewer nats would do"

// sound holds the account to its first law, that q sums to 1 within what its numbers can be off. The error is unsound.
func (a *making) sound() error {
	const rounding = 1e-9 // of laws that are inverted from transforms, and say less of their error
	if math.IsNaN(a.Off) {
		return unsound("how far its numbers can be off is not known: " + lost)
	}
	sum := floats.Sum(a.Q)
	if math.Abs(sum-1) <= max(rounding, a.Off) {
		return nil
	}
	return unsound(fmt.Sprintf("the probabilities of what the program returns sum to %.9g, and not to 1: %s", sum,
		lost))
}
