package accounts

import (
	"context"

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
	a.Cost, a.Options = e.Cost(), o
	var err error
	switch e := e.(type) {
	case programs.Direct:
		a.direct(e.Law())
	case programs.SymmetricVB:
		a.relabelled(e)
	case programs.BIC:
		a.criterion(e)
	case programs.AIS:
		err = a.annealed(ctx, e)
	case programs.SIR:
		err = a.summed(ctx, e)
	case programs.NS:
		err = a.nested(ctx, e)
	case programs.HMEChain:
		err = a.harmonic(ctx, e)
	case programs.CMS:
		err = a.chib(ctx, e)
	case programs.CMSFirst:
		err = a.chibFirst(ctx, e)
	case programs.SMC:
		err = a.filtered(ctx, e)
	case programs.SMCData:
		err = a.learned(ctx, e)
	case programs.SHME:
		err = a.sequentialHarmonic(ctx, e)
	default:
		err = a.enumerate(ctx, e)
	}
	if a.LogQ == nil {
		a.LogQ = exact.Logs(a.Q)
	}
	a.round(e)
	return a.Account, err
}

// round makes J and B 0 that are rounding alone. Those of annealing are so already. B of a program that draws its cell
// at once is J.
func (a *making) round(e programs.Estimator) {
	switch e.(type) {
	case programs.AIS:
	case programs.Direct:
		a.Final = a.Final.Within(exact.LawsOff(a.Q, a.LogQ, a.P, a.LogP, 0))
		a.Paths = a.Final
	default:
		a.Final = a.Final.Within(exact.LawsOff(a.Q, a.LogQ, a.P, a.LogP, a.Off))
		a.Paths = a.Paths.Within(2 * a.Off)
	}
}

// A making is an account that is being made, with the vectors that several ways need.
type making struct {
	Account
	Options
	problem programs.Problem
	first   []float64 // p_1
	logw    []float64 // log f_T/f_1 - log R
}

func newAccount(p programs.Problem) *making {
	e, n := exact.NewEnds(p.Annealing), p.Grid.Size()
	m := &making{problem: p, first: e.P1, logw: e.LogW}
	m.LogR, m.P, m.LogP = e.LogR, e.P, e.LogP
	m.Q, m.F, m.G = make([]float64, n), make([]float64, n), make([]float64, n)
	return m
}
