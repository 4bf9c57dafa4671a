package accounts

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A Combined is exact about the log of an average of K independent runs.
type Combined struct {
	Mean   float64 // its expectation less log R
	Square float64 // the expectation of (it - log R)²
	Off    float64 // a bound on the error of both
}

// RMSE is the root mean squared error of the average's log as an estimate of log R.
func (c Combined) RMSE() float64 { return math.Sqrt(c.Square) }

// Arithmetic returns the log of the mean of w over K forward runs, for programs that draw
// their cell at once, SIR, AIS, CMS and the harmonic mean along a chain. For others the error
// is ErrTooLarge.
func Arithmetic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	a := newAccount(p)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, a.logp, logq).combined(ctx, K)
	case programs.SIR: // a mean of K means of P weights
		return newAtoms(a.first, a.logw, make([]float64, len(a.logw))).combined(ctx, K*e.P)
	case programs.AIS:
		return annealedWeight{a: e.Annealing}.combined(ctx, K)
	case programs.HMEChain, programs.CMS, programs.CMSFirst:
		l, err := newChainLaw(a, e)
		if err != nil {
			return Combined{}, err
		}
		return l.arithmetic(ctx, K)
	}
	return Combined{}, ErrTooLarge
}

// Harmonic returns the log of the harmonic mean of w over K reverse runs, each from an exact
// sample of its own, for the same programs. A chain of CMS that always starts at the first
// place has no reverse.
func Harmonic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	c, err := meanOfInverses(ctx, e, newAccount(p), K)
	c.Mean = -c.Mean
	return c, err
}

// meanOfInverses returns the log of the mean of 1/w.
func meanOfInverses(ctx context.Context, e programs.Estimator, a *making, K int) (Combined, error) {
	switch e := e.(type) {
	case programs.Direct:
		_, logq := e.Law()
		return newAtoms(a.P, logq, a.logp).combined(ctx, K)
	case programs.SIR:
		return inverseMean(ctx, newSummed(a, e.P), K)
	case programs.AIS:
		return annealedWeight{a: e.Annealing, inverse: true}.combined(ctx, K)
	case programs.HMEChain, programs.CMS:
		l, err := newChainLaw(a, e)
		if err != nil {
			return Combined{}, err
		}
		return l.harmonic(ctx, K)
	}
	return Combined{}, ErrTooLarge
}

// A laplacian returns log E[e^-sV] at s = e^u, and how far E[e^-sV] is off. E[V] is at most 1.
type laplacian func(u float64) (logphi, off float64)

// combined is the log of the mean of K values V, none below e^least. φ has so many terms.
func (phi laplacian) combined(ctx context.Context, terms, K int, least float64) (Combined, error) {
	var l logs
	off, many, logK := 0., float64(K), math.Log(float64(K))
	for n, err := range nodes(ctx, terms, lowest, highest+logK-least) {
		if err != nil {
			return Combined{}, err
		}
		logphi, rough := phi(n.u - logK)
		l.add(n, n.above(many*logphi))
		if K > 1 {
			rough *= many * math.Exp((many-1)*logphi)
		}
		off += step * rough * max(1, 2*math.Abs(n.u+euler))
	}
	return Combined{l.first.value(), l.second.value(), max(off, l.first.off(), l.second.off(), 1e-15)}, nil
}

// infinite is the log of a mean that is 0 with positive probability.
var infinite = Combined{Mean: math.Inf(-1), Square: math.Inf(1)}

// atoms are a law with these masses at values e^logv, and at 0 where logv is -Inf.
type atoms struct{ mass, logv []float64 }

// newAtoms has the values e^(above - below).
func newAtoms(mass, above, below []float64) atoms {
	a := atoms{mass, make([]float64, len(mass))}
	for x := range mass {
		a.logv[x] = chains.LogRatio(above[x], below[x])
	}
	return a
}

func (a atoms) combined(ctx context.Context, K int) (Combined, error) {
	least, t := 0., make([]float64, len(a.mass))
	for x, p := range a.mass {
		if p > 0 && math.IsInf(a.logv[x], -1) {
			return infinite, nil
		} else if p > 0 {
			least = min(least, a.logv[x])
		}
	}
	phi := laplacian(func(u float64) (logphi, off float64) {
		for x, logv := range a.logv {
			t[x] = math.Exp(u + logv)
		}
		return logLaplace(a.mass, t), 0
	})
	return phi.combined(ctx, len(a.mass), K, least)
}
