package accounts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// Numbers beyond the mean of one log weight: of the log of an average of K independent runs, and of the tails of
// log w. All work with transforms of the law of a weight: the Laplace transform of a sum of independent weights is a
// product, and the complex powers E[w^z] of AIS are propagated. For programs whose transform is not known the error is
// ErrTooLarge.

// The errors of programs that no case here knows.
var (
	errNoTails = fmt.Errorf("%w: tails are known of sir, ais and programs that draw one cell", ErrTooLarge)
	errTooDeep = fmt.Errorf("%w: the weights of ais span so many nats that no digit is left of their powers",
		ErrTooLarge)
	errNoAverages = fmt.Errorf("%w: averages are known of sir, ais, cms, hme-chain and programs that draw one cell",
		ErrTooLarge)
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

// A weightLaw is that of V, which is ŵ in forward runs and 1/ŵ in reverse ones.
type weightLaw interface {
	// mean is the log of the mean of K values.
	mean(ctx context.Context, K int) (Combined, error)
	// tails are P(log V > b), to a width.
	tails(ctx context.Context, width float64, b []float64) ([]Tail, error)
}

// lawOf returns the law of a program's weights, and an error if no case here knows it.
func lawOf(e programs.Estimator, p programs.Problem, reverse bool, unknown error) (weightLaw, error) {
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
		return sirLaw{logw, masses[0], masses[1], e.P, reverse, newAtoms(ends.P1, ends.LogP1, ends.P, ends.LogP)}, nil
	case programs.AIS:
		return newAnnealedWeight(e.Annealing, reverse), nil
	case programs.HMEChain, programs.CMS:
		return newChainLaw(p, ends, e, reverse)
	case programs.CMSFirst:
		if !reverse {
			return newChainLaw(p, ends, e, false)
		}
	}
	return nil, unknown
}

// Arithmetic returns the log of the mean of w over K forward runs, for programs that draw
// their cell at once, SIR, AIS, CMS and the harmonic mean along a chain. For others the error
// is ErrTooLarge.
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
	l, err := lawOf(e, p, reverse, errNoAverages)
	if err != nil {
		return Combined{}, err
	}
	return l.mean(ctx, K)
}

// A laplacian returns the transform of V at a node, and how far E[e^-sV] is off. E[V] is at most 1.
type laplacian func(n laplace.Node) (phi laplace.Phi, off float64)

// combined is the log of the mean of K values V, none of which is below e^least. To compute φ
// once takes so many terms.
func (phi laplacian) combined(ctx context.Context, terms, K int, least float64) (Combined, error) {
	var l laplace.Logs
	off := 0.
	many := float64(K)
	logK := math.Log(float64(K))
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
	mean, square := l.First.Value(), l.Second.Value()
	const rounding = 2e-15 // of the square
	off = max(off, l.First.Off(), l.Second.Off(), rounding*max(1, square))
	return Combined{mean, max(square, mean*mean), off, Integral}
}

// infinite is the log of a mean that is 0 with positive probability.
var infinite = Combined{Mean: math.Inf(-1), Square: math.Inf(1), How: Closed}

// byPowers is combined by the transform of a Mellin, whose moments have so many steps of a few roundings each.
func byPowers(ctx context.Context, crossings []float64, span float64, moments laplace.OnLine,
	steps, K int, least float64) (Combined, error) {
	m, err := laplace.NewMellin(crossings, span, moments)
	if err != nil {
		return Combined{}, err
	}
	return laplacian(func(n laplace.Node) (phi laplace.Phi, off float64) {
		logphi, off := m.LogTransform(n.U)
		return n.Phi(logphi), 4 * off * float64(steps)
	}).combined(ctx, m.Terms(), K, least)
}

// atoms are a law with these masses at the values v = e^logv. e^-Inf is the value 0. times are the masses
// times v, also where v is infinite and has no mass: then what E[v] lacks to 1.
type atoms struct {
	mass, times, logv []float64
	zero              bool // v may be 0, be it with a mass below any float
}

// newAtoms returns the law of over/mass, of two laws, for a draw from mass. Equal values become one.
func newAtoms(mass, logmass, over, logover []float64) (a atoms) {
	logv := make([]float64, len(mass))
	for x := range mass {
		logv[x] = chains.LogRatio(logover[x], logmass[x])
		a.zero = a.zero || math.IsInf(logv[x], -1)
	}
	some, masses, _ := laplace.Distinct(logv, mass, over)
	a.mass = masses[0]
	a.times = masses[1]
	a.logv = some
	return a
}

// mean is the log of the mean of K values.
func (a atoms) mean(ctx context.Context, K int) (Combined, error) {
	if a.zero {
		return infinite, nil
	}
	var l laplace.Logs
	sum := laplace.NewMean(a.mass, a.times, a.logv, K)
	for n, err := range laplace.Nodes(ctx, len(a.mass), sum.Low, sum.High) {
		if err != nil {
			return Combined{}, err
		}
		l.Add(n, n.Above(sum.At(n)))
	}
	return ofLogs(l, 0), nil
}

// tails are P(log v > b).
func (a atoms) tails(_ context.Context, _ float64, b []float64) (all []Tail, err error) {
	for _, b := range b {
		t := Tail{B: b, How: Closed}
		for x, p := range a.mass {
			if p > 0 && a.logv[x] > b+narrow {
				t.Low += p
			}
			if p > 0 && a.logv[x] > b-narrow {
				t.High += p
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// largest returns the largest of K draws. It is below a value with probability (1 - P)^K, where P is the mass from
// that value on.
func (a atoms) largest(K int) Combined {
	order := chains.Support(a.mass)
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(a.logv[y], a.logv[x]) })
	if a.zero {
		return infinite
	}
	c := Combined{How: Closed}
	upTo := 1.
	above := 0.
	for _, x := range order {
		above = min(above+a.mass[x], 1)
		below, v := math.Exp(float64(K)*math.Log1p(-above)), a.logv[x]
		if x == order[len(order)-1] {
			below = 0
		}
		c.Mean += v * (upTo - below)
		c.Square += v * v * (upTo - below)
		upTo = below
	}
	c.Off = 1e-13 * max(1, c.Square)
	return c
}
