package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// onSupport returns the matrix on the states of positive probability, their probabilities,
// and the states, in order. It returns an error unless pi is a distribution that the matrix
// leaves invariant.
func (m *Matrix) onSupport(pi []float64) (sub *Matrix, p []float64, states []int, err error) {
	if err := m.check(); err != nil {
		return nil, nil, nil, err
	}
	if len(pi) != m.n {
		panic(fmt.Sprintf("spectra: a distribution on %d of %d states", len(pi), m.n))
	}
	if err := checkDistribution(pi); err != nil {
		return nil, nil, nil, err
	}
	if by, x := m.Imbalance(pi); by > 0 {
		return nil, nil, nil, fmt.Errorf("the distribution is not invariant: in one step state %d of probability %g "+
			"changes by %g; the matrix's own stationary distribution would do", x, pi[x], by)
	}
	for x, v := range pi {
		if v > 0 {
			states = append(states, x)
		}
	}
	return m.On(states), pick(pi, states), states, nil
}

// checkDistribution returns an error unless pi has no negative entry and sums to 1 to within
// 1e-9.
func checkDistribution(pi []float64) error {
	for x, v := range pi {
		if !(v >= 0) {
			return fmt.Errorf("the probability of state %d is %g; a number from 0 to 1 would do", x, v)
		}
	}
	if sum := floats.Sum(pi); !(math.Abs(sum-1) <= rowSlack) {
		return fmt.Errorf("the probabilities sum to %.12g; 1 would do", sum)
	}
	return nil
}

// CheckVaries returns an error unless f varies, by more than round-off, over the states of
// positive probability.
func CheckVaries(pi, f []float64) error {
	lo, hi, states := math.Inf(1), math.Inf(-1), 0
	for x, p := range pi {
		if p > 0 {
			states++
			lo, hi = min(lo, f[x]), max(hi, f[x])
		}
	}
	if !(hi-lo > float64(states)*ulp*max(-lo, hi)) {
		return fmt.Errorf("the function is %g in every state of positive probability, or not a number; "+
			"a function that varies would do", lo)
	}
	return nil
}

func pick(v []float64, states []int) []float64 {
	out := make([]float64, len(states))
	for i, x := range states {
		out[i] = v[x]
	}
	return out
}

func centred(pi, f []float64) []float64 {
	mean := floats.Dot(pi, f)
	out := make([]float64, len(f))
	for x, v := range f {
		out[x] = v - mean
	}
	return out
}

// flowSlack is the relative difference below which two flows count as equal, so that a
// distribution given with ten digits passes. The round-off of a step, four ulps of the larger
// probability, passes as well.
const flowSlack = 1e-9

// apart reports whether two flows from states of at most this mass differ.
func apart(a, b, mass float64) bool {
	return !(math.Abs(a-b) <= flowSlack*(a+b)+4*ulp*mass)
}

// Imbalance returns the largest change of a state's probability in one step, inflow less
// outflow, and that state. It returns 0 and -1 if the flows agree everywhere to within 1e-9 of
// themselves or round-off. It ignores the diagonal.
func (m *Matrix) Imbalance(pi []float64) (by float64, at int) {
	in, out := make([]float64, m.n), make([]float64, m.n)
	for x := range m.n {
		for y, p := range m.row(x) {
			if y != x {
				in[y] += pi[x] * p
				out[x] += pi[x] * p
			}
		}
	}
	at = -1
	for x := range in {
		if d := math.Abs(in[x] - out[x]); apart(in[x], out[x], 1) && !(d <= by) {
			by, at = d, x
		}
	}
	return by, at
}

// reversible reports detailed balance: the flow from x to y equals the flow from y to x for
// all pairs, to within 1e-9 of themselves or round-off.
func (m *Matrix) reversible(pi []float64) bool {
	for x := range m.n {
		for y := range x {
			if apart(pi[x]*m.At(x, y), pi[y]*m.At(y, x), max(pi[x], pi[y])) {
				return false
			}
		}
	}
	return true
}

// additive returns the additive reversibilisation of the matrix, half the sum of it and its
// time reversal (Fill 1991). It is reversible, has the same diagonal and the same flow through
// every cut. Rows without mass stay as they are.
func (m *Matrix) additive(pi []float64) *Matrix {
	r := Dense(m.n, m.p)
	for x := range m.n {
		if pi[x] == 0 {
			continue
		}
		for y := range m.n {
			if y != x {
				r.p[x*m.n+y] = (m.At(x, y) + pi[y]*m.At(y, x)/pi[x]) / 2
			}
		}
	}
	return r
}
