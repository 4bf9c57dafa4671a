package spectra

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
)

// AsymptoticVariance returns the asymptotic variance of the average of f along a stationary
// chain: the limit of n times the variance of the average over n steps. iat, the integrated
// autocorrelation time, is this over the variance of f under pi: 1 plus twice the sum of the
// autocorrelations, and 1 if draws are independent. The variance is
//
//	2 <f, A# f> - <f, f>   in L2(π), f less its mean,
//
// and is not negative beyond a round-off relative to 2 <f, A# f>. f may be anything in cells
// without mass. It is an error if f is constant on the others, or if these are not one class.
func (m *Matrix) AsymptoticVariance(pi, f []float64) (variance, iat float64, err error) {
	variances, iats, err := m.AsymptoticVariances(pi, [][]float64{f})
	if err != nil {
		return 0, 0, err
	}
	return variances[0], iats[0], nil
}

// AsymptoticVariances is AsymptoticVariance of several functions. They share the elimination of the
// states, which takes nearly all of the time.
func (m *Matrix) AsymptoticVariances(pi []float64, fs [][]float64) (variances, iats []float64, err error) {
	for _, f := range fs {
		if len(f) != m.n {
			panic(fmt.Sprintf("spectra: a function on %d of %d states", len(f), m.n))
		}
	}
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return nil, nil, err
	}
	if c := sub.Classes(); len(c) > 1 {
		return nil, nil, fmt.Errorf("the states of positive probability fall into %d classes, "+
			"of state %d and of state %d among them; a chain that gets from each to each would do",
			len(c), states[c[0].States[0]], states[c[1].States[0]])
	}
	for _, f := range fs {
		if err := CheckVaries(pi, f); err != nil {
			return nil, nil, err
		}
	}
	order := modeFirst(p)
	poisson := sub.eliminate(order[:1], order[1:])
	for _, f := range fs {
		values := centred(p, pick(f, states))
		weighted := make([]float64, len(p))
		floats.MulTo(weighted, p, values)
		square := floats.Dot(weighted, values)
		// The solution of (I - P) g = f with g = 0 in the mode differs from A# f by a constant.
		g := make([]float64, len(p))
		solution := pick(values, order)
		poisson.Solve(solution)
		for i, x := range order {
			g[x] = solution[i]
		}
		v := 2*floats.Dot(weighted, g) - square
		variances, iats = append(variances, v), append(iats, v/square)
	}
	return variances, iats, nil
}
