// Package averages computes exact numbers beyond the mean of one log weight: of the log of an
// average of K independent runs, and of the tails of log w.
//
// All work with transforms of the law of a weight: the Laplace transform of a sum of independent
// weights is a product, and the complex powers E[w^z] of AIS are propagated. For programs whose transform is not known
// the error is accounts.ErrTooLarge.
package averages

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// How says how a number was got.
type How string

// The ways to a number.
const (
	Closed   How = "closed form" // sums over cells
	Integral How = "integral"    // over a Laplace transform; that of ais is one over complex powers
	Inverted How = "inversion"   // of a characteristic function, with a noise as wide as the bounds are apart
)

// The errors of programs that no case here knows.
var (
	errNoTails = fmt.Errorf("%w: tails are known of sir, ais and programs that draw one cell", laplace.ErrTooLarge)
	errTooDeep = fmt.Errorf("%w: the weights of ais span so many nats that no digit is left of their powers",
		laplace.ErrTooLarge)
	errNoAverages = fmt.Errorf("%w: averages are known of sir, ais, cms, hme-chain and programs that draw one cell",
		laplace.ErrTooLarge)
)

// A Combined has exact numbers of the log of an average of K independent runs.
type Combined struct {
	Mean   float64 // E[log average] - log R
	Square float64 // E[(log average - log R)²]
	Off    float64 // a bound on the error of both
	How    How
}

// RMSE is the root mean squared error of the log of the average, as an estimate of log R.
func (c Combined) RMSE() float64 { return math.Sqrt(c.Square) }

// A law is that of V, which is ŵ in forward runs and 1/ŵ in reverse ones.
type law interface {
	// mean is the log of the mean of K values.
	mean(ctx context.Context, K int) (Combined, error)
	// tails are P(log V > b), to a width.
	tails(ctx context.Context, width float64, b []float64) ([]Tail, error)
}

// lawOf returns the law of a program's weights, and nil if no case here knows it.
func lawOf(e programs.Estimator, p programs.Problem, reverse bool) (law, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	ends := exact.EndLawsOf(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		if reverse {
			return newAtoms(ends.P, ends.LogP, q, logq), nil
		}
		return newAtoms(q, logq, ends.P, ends.LogP), nil
	case programs.SIR:
		logw, masses, _ := laplace.Distinct(ends.LogW, ends.P1, ends.P)
		return meanLaw{logw, masses[0], masses[1], e.P, reverse, newAtoms(ends.P1, ends.LogP1, ends.P, ends.LogP)}, nil
	case programs.AIS:
		return annealedWeight{e.Annealing, reverse}, nil
	case programs.HMEChain, programs.CMS:
		return newChainLaw(p, ends, e, reverse)
	case programs.CMSFirst:
		if !reverse {
			return newChainLaw(p, ends, e, false)
		}
	}
	return nil, nil
}

// Arithmetic returns the log of the mean of w over K forward runs, for programs that draw
// their cell at once, SIR, AIS, CMS and the harmonic mean along a chain. For others the error
// is laplace.ErrTooLarge.
func Arithmetic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	return meanOf(ctx, e, p, K, false)
}

// Harmonic returns the log of the harmonic mean of w over K reverse runs, each from an exact
// sample of its own. It knows the programs of Arithmetic, except CMSFirst, which has no reverse.
func Harmonic(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (Combined, error) {
	c, err := meanOf(ctx, e, p, K, true)
	c.Mean = -c.Mean
	return c, err
}

func meanOf(ctx context.Context, e programs.Estimator, p programs.Problem, K int, reverse bool) (Combined, error) {
	l, err := lawOf(e, p, reverse)
	if err != nil {
		return Combined{}, err
	}
	if l == nil {
		return Combined{}, errNoAverages
	}
	return l.mean(ctx, K)
}

// A laplacian returns the transform of V at a node, and how far E[e^-sV] is off. E[V] is at most 1.
type laplacian func(n laplace.Node) (phi laplace.Phi, off float64)

// combined is the log of the mean of K values V, none of which is below e^least. To compute φ
// once takes so many terms.
func (phi laplacian) combined(ctx context.Context, terms, K int, least float64) (Combined, error) {
	var l laplace.Logs
	off, many, logK := 0., float64(K), math.Log(float64(K))
	for n, err := range laplace.Nodes(ctx, terms, laplace.Lowest, laplace.Highest+logK-least) {
		if err != nil {
			return Combined{}, err
		}
		one, rough := phi(laplace.NodeAt(n.U - logK))
		l.Add(n, n.Above(laplace.Phi{Log: many * one.Log, Rest: many * one.Rest}))
		if K > 1 {
			rough *= many * math.Exp((many-1)*one.Log)
		}
		off += laplace.Step * rough * max(1, 2*math.Abs(n.U+laplace.Euler))
	}
	return ofLogs(l, off), nil
}

// ofLogs has the numbers of these integrals, which are off by this much more. The mean square is no less
// than the square of the mean; rounding may have made it so.
func ofLogs(l laplace.Logs, off float64) Combined {
	mean := l.First.Value()
	return Combined{mean, max(l.Second.Value(), mean*mean), max(off, l.First.Off(), l.Second.Off(), 2e-15*max(1, l.Second.Value())), Integral}
}

// infinite is the log of a mean that is 0 with positive probability.
var infinite = Combined{Mean: math.Inf(-1), Square: math.Inf(1), How: Closed}

// rounded is the transform of a Mellin whose moments have so many steps of a few roundings each.
func rounded(m laplace.Mellin, times int) laplacian {
	return func(n laplace.Node) (phi laplace.Phi, off float64) {
		logphi, off := m.LogTransform(n.U)
		return n.Phi(logphi), 4 * off * float64(times)
	}
}
