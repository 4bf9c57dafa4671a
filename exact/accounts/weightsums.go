package accounts

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/cmplx"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A sirLaw is the law of S, the mean of P weights. Forward they belong to P draws from p_1; in
// reverse one of them belongs to an exact sample instead.
type sirLaw struct {
	logw        []float64 // log ŵ, each once
	first, last []float64 // the law of ŵ for a draw from p_1, and for an exact sample
	draws       int
	reverse     bool
	one         atoms // ŵ of a draw from p_1
}

// mean is the log of the mean of K means of P weights, which is one of K P weights; or of 1/ŵ over K reverse runs. That
// takes E_rev[ŵ^z] from the Laplace transform of ŵ.
func (m sirLaw) mean(ctx context.Context, K int) (Combined, error) {
	if !m.reverse {
		return m.one.mean(ctx, K*m.draws)
	}
	most := 0.
	for x, p := range m.last {
		if p > 0 && math.IsInf(m.logw[x], 1) {
			return infinite, nil
		} else if p > 0 {
			most = max(most, m.logw[x])
		}
	}
	sum := laplace.NewMean(m.first, m.last, m.logw, m.draws)
	// Near s = 0 E_rev[e^-sŵ] - e^-s goes to 0 like s, and the factor s^-z of a Mellin undoes half of that. So the
	// nodes begin lower than elsewhere.
	nodes := laplace.Nodes(ctx, len(m.last), sum.Low+laplace.Lowest, sum.High)
	inverse, err := inverseMoments(nodes, func(n laplace.Node) (over float64, _ error) {
		sum.At(n)
		for x, p := range m.last {
			if p > 0 {
				over += p * n.Above(sum.Kept(n, x))
			}
		}
		return over, nil
	})
	if err != nil {
		return Combined{}, err
	}
	return byPowers(ctx, laplace.BothSides, sum.High-sum.Low, inverse, 1, K, -most)
}

// transform is E[e^-sS], for a complex s.
func (m sirLaw) transform(s complex128) complex128 {
	one, kept := complex(0, 0), complex(0, 0)
	for x, logw := range m.logw {
		if math.IsInf(logw, 1) {
			continue
		}
		t := s * complex(math.Exp(logw-math.Log(float64(m.draws))), 0)
		if real(t) > 745 { // e^-t is below any float
			continue
		}
		e := cmplx.Exp(-t)
		one += complex(m.first[x], 0) * e
		kept += complex(m.last[x], 0) * e
	}
	if !m.reverse {
		return cmplx.Pow(one, complex(float64(m.draws), 0))
	}
	return kept * cmplx.Pow(one, complex(float64(m.draws-1), 0))
}

// inverseMoments are of V = 1/S, with D = E[e^-sS] - e^-s at the nodes: E[V^-z] is E[S^z], or
// 1 + ∫ s^-z D du / Γ(-z). Γ(-z) costs the digits that Γ(z) gives back.
func inverseMoments(nodes iter.Seq2[laplace.Node, error], of func(n laplace.Node) (above float64, err error)) (
	laplace.OnLine, error) {
	var places []laplace.Node
	var above []float64
	for n, err := range nodes {
		if err != nil {
			return nil, err
		}
		v, err := of(n)
		if err != nil {
			return nil, err
		}
		places = append(places, n)
		above = append(above, v)
	}
	return func(c, eta float64, n int) (all []complex128, size float64, err error) {
		all = make([]complex128, n)
		for i, at := range places {
			size += laplace.Step * (math.Abs(above[i]) + 2*min(1, at.S)*at.One) * math.Exp(-c*at.U)
			turn := cmplx.Exp(complex(0, -eta*at.U))
			by := complex(0, 0)
			for k := range all {
				if k%16 == 0 { // a rounding here is one of the result
					by = complex(above[i]*laplace.Step, 0) * cmplx.Exp(-complex(c, eta*float64(k))*complex(at.U, 0))
				}
				all[k] += by
				by *= turn
			}
		}
		for k, sum := range all {
			all[k] = 1 + sum/laplace.Gamma(-complex(c, eta*float64(k)))
		}
		return laplace.Times(all, c, eta), size, nil
	}, nil
}

// tails are P(log S > b), or P(log S < -b) in reverse. Noise within r = e^b (1 - e^-width) is added to S, so that log S
// is known to about the width.
func (m sirLaw) tails(ctx context.Context, width float64, b []float64) (all []Tail, err error) {
	if m.waves(width, len(b)) > mostWaves {
		return nil, ErrTooLarge
	}
	for _, b := range b {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		at := math.Exp(b)
		if m.reverse {
			at = math.Exp(-b)
		}
		r := -at * math.Expm1(-width)
		below := m.within(at-r, r)
		upTo := m.within(at+r, r)
		if !m.reverse {
			below, upTo = 1-upTo, 1-below
		}
		all = append(all, inverted(b, below, upTo))
	}
	return all, nil
}

// damped is the exponent by which a period of the inversion is damped. The next period adds an
// error of e^-32, which is 1e-14.
const damped, periods = 32, 8

// waves is the number of complex exponentials of so many tails.
func (m sirLaw) waves(width float64, tails int) float64 {
	one := fading * spread * periods / (2 * math.Pi * -math.Expm1(-width))
	return 2 * one * float64(tails) * float64(len(m.logw))
}

// within is P(S + N <= y) for normal noise N within r. It inverts the Fourier transform of e^-τy
// times this function of y, which needs the Laplace transform of S along τ + iω (Abate and Whitt
// 1992, Section 5). A period is 8y, so that undoing the damping at y costs no more than a digit
// or two.
func (m sirLaw) within(y, r float64) float64 {
	period, sd := periods*y, r/spread
	tau := damped / period
	sum := 0.
	for j := 0; ; j++ {
		omega := 2 * math.Pi / period * float64(j)
		if omega*sd > fading {
			break
		}
		s := complex(tau, omega)
		term := m.transform(s) * cmplx.Exp(s*s*complex(sd*sd/2, 0)) / s * cmplx.Exp(complex(0, omega*y))
		if j > 0 {
			term *= 2
		}
		sum += real(term)
	}
	return min(max(math.Exp(tau*y)/period*sum, 0), 1)
}

// A chainLaw is the law of M (laplace.Chain) in the runs of a program, for each x* that it
// may have.
type chainLaw struct {
	*laplace.Chain
	weight weighting
	lost   bool // some forward runs have weight 0
}

// A weighting says under which law of chains M is taken. Reverse runs are stationary chains. A
// forward run has the stationary probability times M, and a forward run from the first place has
// it times r(x_1).
type weighting int

const (
	unweighted weighting = iota
	byMean
	byFirst
)

// newChainLaw returns the law of M in the runs of a program in one direction.
func newChainLaw(p programs.Problem, ends exact.EndLaws, e programs.Estimator, reverse bool) (l chainLaw, err error) {
	l.weight = byMean
	switch e := e.(type) {
	case programs.HMEChain:
		for x, p := range ends.P1 {
			l.lost = l.lost || p > 0 && math.IsInf(ends.LogP[x], -1)
		}
		l.Chain, err = laplace.Harmonic(p.Annealing, ends.P, ends.LogP, ends.LogW, e.K)
	case programs.CMS:
		l.Chain = laplace.Into(p.Annealing, ends.P, ends.LogP, e.K, e.Star)
	case programs.CMSFirst:
		l.weight = byFirst
		l.Chain = laplace.Into(p.Annealing, ends.P, ends.LogP, e.Of.K, e.Of.Star)
	}
	if reverse {
		l.weight = unweighted
	}
	return l, err
}

func (l chainLaw) tails(context.Context, float64, []float64) ([]Tail, error) { return nil, errNoTails }

// above is E[e^-sM] - e^-s, and the size of its terms.
func (l chainLaw) above(n laplace.Node) (sum, size float64, err error) {
	var start []float64
	if l.weight == byFirst {
		start = l.R
	}
	err = l.OverStars(func(share float64) error {
		if err := l.Reserve(start); err != nil {
			return err
		}
		l.See(n)
		for x, p := range l.P {
			v := l.Value[x]
			if l.weight == byMean {
				v = l.More[x] / n.S
			}
			sum += share * p * v
			size += share * p * math.Abs(v)
		}
		return nil
	})
	return sum, size, err
}

// spans returns a range of u that does for all x*, and the largest log M.
func (l chainLaw) spans() (low, high, most float64) {
	_ = l.OverStars(func(float64) error {
		from, to := l.Span()
		low, high = min(low, from), max(high, to)
		for x, logr := range l.LogR {
			if l.P[x] > 0 {
				most = max(most, logr)
			}
		}
		return nil
	})
	return low, high, most
}

// mean is the log of the mean of 1/M over K forward runs, or of M over K reverse runs.
func (l chainLaw) mean(ctx context.Context, K int) (Combined, error) {
	if l.weight != unweighted {
		return l.arithmetic(ctx, K)
	}
	missed := 0.
	err := l.OverStars(func(share float64) error {
		if err := l.Reserve(nil); err != nil {
			return err
		}
		for x, none := range l.None() {
			missed += share * l.P[x] * none
		}
		return nil
	})
	if err != nil {
		return Combined{}, err
	}
	if missed > 0 {
		return infinite, nil
	}
	_, high, _ := l.spans()
	phi := laplacian(func(n laplace.Node) (phi laplace.Phi, off float64) {
		above, size, failed := l.above(n)
		err = cmp.Or(err, failed)
		return n.At(above), 0x1p-52 * float64(l.K) * size
	})
	c, ended := phi.combined(ctx, len(l.P), K, laplace.Highest-high)
	return c, cmp.Or(err, ended)
}

// arithmetic is the log of the mean of 1/M over K forward runs.
func (l chainLaw) arithmetic(ctx context.Context, K int) (Combined, error) {
	if l.lost {
		return infinite, nil
	}
	low, high, most := l.spans()
	inverse, err := inverseMoments(laplace.Nodes(ctx, len(l.P), low, high), func(n laplace.Node) (float64, error) {
		over, _, err := l.above(n)
		return over, err
	})
	if err != nil {
		return Combined{}, err
	}
	return byPowers(ctx, laplace.LeftSide, high-low, inverse, l.K, K, -most)
}
