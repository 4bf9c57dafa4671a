package spectra

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
)

// AsymptoticVariance is that of the average of f along a stationary chain, the
// limit of n times its variance, and the integrated autocorrelation time, the
// same over the variance of f under pi: 1 plus twice the sum of the
// autocorrelations, so 1 where draws are independent. It is
//
//	2 <f, A# f> - <f, f>   in L2(π), f less its mean
//
// and not negative but for round-off, relative to 2 <f, A# f>. f may be anything
// in cells without mass. It is an error where f is constant on the others, or
// these are not one class.
func (m *Matrix) AsymptoticVariance(pi, f []float64) (variance, iat float64, err error) {
	if len(f) != m.n {
		panic(fmt.Sprintf("spectra: a function on %d of %d states", len(f), m.n))
	}
	sub, p, states, err := m.irreducible(pi)
	if err != nil {
		return 0, 0, err
	}
	values := pick(f, states)
	if lo, hi := floats.Min(values), floats.Max(values); !(hi-lo > float64(len(values))*ulp*max(-lo, hi)) {
		return 0, 0, fmt.Errorf("the function is %g in every state of positive probability, or not a number; a function that varies would do", lo)
	}
	values = centred(p, values)
	weighted := make([]float64, len(p))
	floats.MulTo(weighted, p, values)
	square := floats.Dot(weighted, values)
	variance = 2*floats.Dot(weighted, sub.poisson(p, values)) - square
	return variance, variance / square, nil
}

// poisson is A# f for f of mean 0, but for a constant: the solution of Poisson's
// equation (I - P) g = f that is 0 in the mode. One elimination, without G.
func (m *Matrix) poisson(pi, f []float64) []float64 {
	order, c := m.eliminate(floats.MaxIdx(pi))
	b := pick(f, order)
	c.Solve(b)
	g := make([]float64, m.n)
	for i, x := range order {
		g[x] = b[i]
	}
	return g
}
