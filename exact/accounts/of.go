package accounts

import (
	"context"
	"math"

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
	a.meansOff = a.Off
	a.round(e)
	if math.IsInf(a.MeanW, 1) { // it is above any float
		a.MeanW = math.NaN()
	}
	a.Off = max(a.Off, a.rootOff, 0x1p-50*a.largest())
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
		if a.J() > 0 { // then B, which is no less, is more than rounding too
			a.Paths.Off = 2 * a.Off
		} else {
			a.Paths = a.Paths.Within(2 * a.Off)
		}
	}
}

// A making is an account that is being made, with the vectors that several ways need.
type making struct {
	Account
	Options
	problem  programs.Problem
	first    []float64 // p_1
	logFirst []float64 // its logarithm, also where p_1 is below any float
	logw     []float64 // log f_T/f_1 - log R

	fwdOff, revOff float64 // what FwdSquare and RevSquare are off
	rootOff        float64 // what these and their roots are off, which can be far more than what the means are
}

func newAccount(p programs.Problem) *making {
	e, n := exact.NewEnds(p.Annealing), p.Grid.Size()
	m := &making{problem: p, first: e.P1, logFirst: e.LogP1, logw: e.LogW}
	m.LogR, m.P, m.LogP = e.LogR, e.P, e.LogP
	m.Q, m.F, m.G = make([]float64, n), make([]float64, n), make([]float64, n)
	return m
}

// roots keeps a square from falling below that of its mean, by rounding, and finds the errors of the squares,
// which are up to these, and of their roots.
func (a *making) roots(fwd, rev float64) {
	a.FwdSquare = a.root(a.FwdSquare, a.Paths.Forward, fwd)
	a.RevSquare = a.root(a.RevSquare, a.Paths.Reverse, rev)
}

// root is roots for one square.
func (a *making) root(square, mean, off float64) float64 {
	if math.IsInf(square, 1) || math.IsNaN(square) {
		return square
	}
	mean = math.Abs(mean)
	square = max(square, mean*mean)
	at := math.Sqrt(square)
	least := max(math.Sqrt(max(square-off, 0)), mean-a.Off)
	a.rootOff = max(a.rootOff, off, at-least, math.Sqrt(square+off)-at)
	return square
}
