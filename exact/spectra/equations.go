package spectra

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Stationary returns the distribution that the matrix leaves invariant. Every probability above the smallest float has
// its relative digits; states that the chain leaves for good have 0. It ignores the diagonal. More than one closed
// class, and so more than one such distribution, is an error.
func (m Matrix) Stationary() ([]float64, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	var closed []Class
	for _, c := range m.Classes() {
		if c.Closed {
			closed = append(closed, c)
		}
	}
	if len(closed) != 1 {
		return nil, fmt.Errorf("%d closed classes, of state %d and of state %d among them; "+
			"a chain with one has one stationary distribution",
			len(closed), closed[0].States[0], closed[1].States[0])
	}
	states := closed[0].States
	pi := make([]float64, len(m))
	for i, v := range m.eliminate(states).stationary() {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("the probability of state %d is beyond floating point", states[i])
		}
		pi[states[i]] = v
	}
	return pi, nil
}

// AsymptoticVariances returns the asymptotic variances of the averages of functions along a stationary chain: the limit
// of n times the variance of the average over n steps. An iat, the integrated autocorrelation time, is this over the
// variance of f under pi: 1 plus twice the sum of the autocorrelations, and 1 if draws are independent. The variance is
//
//	2 <f, A# f> - <f, f>   in L2(π), f less its mean,
//
// and is not negative beyond a round-off relative to 2 <f, A# f>. f may be anything in states without mass. An f that
// is constant on the others is an error, and so are others that are not one class. Functions share the elimination of
// the states, which takes nearly all of the time.
func (m Matrix) AsymptoticVariances(pi []float64, fs [][]float64) (variances, iats []float64, err error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return nil, nil, err
	}
	if c := sub.Classes(); len(c) > 1 {
		return nil, nil, fmt.Errorf("the states of positive probability fall into %d classes, "+
			"of state %d and of state %d among them; use a chain that gets from each state to each other",
			len(c), states[c[0].States[0]], states[c[1].States[0]])
	}
	for _, f := range fs {
		values := chains.In(states, f)
		low := slices.Min(values)
		high := slices.Max(values)
		if !(high-low > float64(len(states))*ulp*max(-low, high)) { // by more than round-off
			return nil, nil, fmt.Errorf("the function is %g in every state of positive probability, or not a number; "+
				"use a function that varies", low)
		}
	}
	order := modeFirst(p)
	poisson := sub.eliminate(order)
	for _, f := range fs {
		values := centred(p, chains.In(states, f))
		weighted := make([]float64, len(p))
		floats.MulTo(weighted, p, values)
		square := floats.Dot(weighted, values)
		// The solution of (I - P) g = f with g = 0 in the mode differs from A# f by a constant.
		g := make([]float64, len(p))
		solution := chains.In(order, values)
		poisson.solve(solution)
		for i, x := range order {
			g[x] = solution[i]
		}
		v := 2*floats.Dot(weighted, g) - square
		variances = append(variances, v)
		iats = append(iats, v/square)
	}
	return variances, iats, nil
}

// modeFirst returns all states, the most probable before the others.
func modeFirst(pi []float64) []int {
	order := []int{floats.MaxIdx(pi)}
	for x := range pi {
		if x != order[0] {
			order = append(order, x)
		}
	}
	return order
}
