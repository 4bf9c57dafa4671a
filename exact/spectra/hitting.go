package spectra

import (
	"fmt"
	"math"
	"slices"
)

// HittingTimes returns the expected number of steps from every state until the chain is in
// one of some states: 0 in them, +Inf if it is not certain to get there. Elimination without
// subtractions keeps their relative digits at any size. It panics if to is empty or names a
// state outside.
func (m *Matrix) HittingTimes(to []int) ([]float64, error) {
	if len(to) == 0 {
		panic("spectra: a hitting time of no states")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	h := make([]float64, m.n)
	var sure []int
	for x, lost := range m.mayMiss(to) {
		switch {
		case lost >= 0:
			h[x] = math.Inf(1)
		case !slices.Contains(to, x):
			sure = append(sure, x)
		}
	}
	steps := slices.Repeat([]float64{1}, len(sure)+1)
	m.eliminate(to, sure).Solve(steps)
	for i, x := range sure {
		h[x] = steps[i+1]
	}
	return h, nil
}

// MeanHittingTime returns the expected number of steps from one set of states, with the
// start drawn from pi on it, to another set.
func (m *Matrix) MeanHittingTime(pi []float64, from, to []int) (float64, error) {
	h, err := m.HittingTimes(to)
	if err != nil {
		return 0, err
	}
	mass, sum := 0.0, 0.0
	for _, x := range from {
		if pi[x] > 0 {
			mass += pi[x]
			sum += pi[x] * h[x]
		}
	}
	if !(mass > 0) {
		return 0, fmt.Errorf("the %d states to start from have no mass; "+
			"a state of positive probability would do", len(from))
	}
	return sum / mass, nil
}
